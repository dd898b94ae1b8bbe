package dev.uncork.report.html;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.jvm.JvmActivity;
import dev.uncork.report.MadeUp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The recording of a hot lock, with all that a page can show: CPUs, threads on nodes, demands. */
final class Rich {
  static final int THREADS = 30;
  private static final int CPUS = 8;
  private static final int BINS = 200;

  private Rich() {}

  static Recording recording() {
    Recording plain = MadeUp.hotLock();
    List<ThreadUse> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(new ThreadUse(100 + i, "worker-" + i, (THREADS - i) * 100_000_000L, 1, 190, i));
    }
    return new Recording(
        plain.start(),
        plain.durationNanos(),
        plain.collector(),
        plain.capabilities(),
        plain.lockSource(),
        0,
        plain.cpu(),
        plain.cpuBusyShares(),
        threads,
        plain.threadSeconds(),
        plain.locks(),
        plain.lockClasses(),
        plain.process(),
        plain.gcs(),
        plain.samples(),
        plain.progress(),
        List.of(
            hold("tlc.tool.ModelChecker", 940_000, 3_000),
            hold("java.util.concurrent.locks.ReentrantLock$NonfairSync", 280_000, 900)),
        plain.collectorCost(),
        plain.notes(),
        timelines(threads),
        List.of(),
        List.of(),
        JvmActivity.UNKNOWN,
        Experiment.NONE);
  }

  private static LockHold hold(String lock, long acquisitions, long nanos) {
    return new LockHold(
        lock, LockKind.MONITOR, acquisitions, 2_000, nanos, nanos, 12_000, 5_000_000_000L);
  }

  private static Timelines timelines(List<ThreadUse> threads) {
    List<float[]> cpus = new ArrayList<>();
    Map<Integer, Integer> nodes = new HashMap<>();
    for (int cpu = 0; cpu < CPUS; cpu++) {
      nodes.put(cpu, cpu / 4);
      float[] lane = new float[BINS];
      for (int bin = 0; bin < BINS; bin++) {
        lane[bin] = bin == 7 ? Float.NaN : (float) (0.5 + 0.5 * Math.sin(bin / 6.0 + cpu));
      }
      cpus.add(lane);
    }
    List<Timelines.ThreadLane> lanes = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      short[] on = new short[BINS - i];
      for (int bin = 0; bin < on.length; bin++) {
        on[bin] = (short) (bin % 9 == 0 ? -1 : (i + bin / 40) % CPUS);
      }
      lanes.add(
          new Timelines.ThreadLane(threads.get(i).osThreadId(), threads.get(i).name(), i, on));
    }
    return new Timelines(100, cpus, 100, lanes, nodes);
  }
}
