package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.count;
import static dev.uncork.recording.jfr.EventFields.nanos;
import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.share;
import static dev.uncork.recording.jfr.EventFields.text;
import static dev.uncork.recording.read.OwnEvents.cpuPercents;
import static dev.uncork.recording.read.OwnEvents.middleSecond;

import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.parse.JfrEvent;
import java.util.Arrays;
import java.util.List;

/** What Uncork's events tell of the CPU time of cores and threads, while a recording is read. */
final class CpuTables {
  final ThreadTable threads = new ThreadTable();
  final Series<CpuTick> ticks =
      new Series<>(RecordingBuilder.MAX_TICKS, CpuTick::endMillis, CpuTick::merge);
  private final ThreadLaneTable threadLanes = new ThreadLaneTable();
  private final CpuLaneTable cpuLanes = new CpuLaneTable();

  /** An event of the use of the cores, or of a thread's CPU time, which is always timed. */
  boolean take(String type, JfrEvent event, long atMillis) {
    if (type.equals(EventName.THREAD_CPU)) {
      threadCpu(event, atMillis);
    } else {
      cpuUse(event, atMillis);
    }
    return true;
  }

  /** Mean busy share of each CPU. */
  List<Double> meanShares() {
    return cpuLanes.meanShares();
  }

  Timelines timelines(List<ThreadUse> threadUses) {
    return new Timelines(
        cpuLanes.binMillis(),
        cpuLanes.lanes(),
        threadLanes.binMillis(),
        threadLanes.lanes(threadUses),
        threadLanes.nodeOfCpu());
  }

  private void cpuUse(JfrEvent event, long atMillis) {
    int[] percents = cpuPercents(event);
    long interval = nanos(event, EventField.INTERVAL);
    int busy = (int) Arrays.stream(percents).filter(percent -> percent >= 50).count();
    cpuLanes.add(atMillis, interval, percents);
    ticks.add(
        new CpuTick(
            atMillis,
            interval,
            share(event, EventField.MACHINE_BUSY),
            share(event, EventField.PROCESS_BUSY),
            percents.length,
            busy));
  }

  private void threadCpu(JfrEvent event, long atMillis) {
    long interval = nanos(event, EventField.INTERVAL);
    long thread = count(event, EventField.OS_THREAD_ID);
    int cpuNumber = (int) number(event, EventField.CPU, -1);
    long cpuNanos = nanos(event, EventField.CPU_TIME);
    int second = middleSecond(atMillis, interval);
    threadLanes.add(
        thread, cpuNumber, (int) number(event, EventField.NODE, -1), atMillis, interval, cpuNanos);
    threads.add(thread, text(event, EventField.THREAD_NAME), cpuNumber, second, cpuNanos, interval);
    threads.turns(thread, nanos(event, EventField.TURN_TIME));
    threads.addRunQueue(thread, second, nanos(event, EventField.RUN_QUEUE_TIME));
  }
}
