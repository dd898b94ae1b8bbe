package dev.uncork.recording.read;

import static dev.uncork.recording.jfr.EventFields.count;
import static dev.uncork.recording.jfr.EventFields.nanos;
import static dev.uncork.recording.jfr.EventFields.number;
import static dev.uncork.recording.jfr.EventFields.text;

import dev.uncork.protocol.EventField;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.parse.JfrEvent;

/** What events of Uncork's agent say, as parts of the model. */
final class OwnEvents {
  private OwnEvents() {}

  /** How a lock was held, as a demand measurement found. */
  static LockHold lockHold(JfrEvent event, long atMillis) {
    return new LockHold(
        text(event, EventField.LOCK_CLASS),
        LockKind.of(text(event, EventField.KIND)),
        count(event, EventField.ACQUISITIONS),
        count(event, EventField.SAMPLES),
        nanos(event, EventField.MEDIAN_HOLD),
        nanos(event, EventField.MEAN_HOLD),
        atMillis,
        nanos(event, EventField.INTERVAL));
  }

  /** Counters of the process over a second. */
  static ProcessTick processTick(JfrEvent event, long atMillis) {
    return new ProcessTick(
        atMillis,
        nanos(event, EventField.INTERVAL),
        nanos(event, EventField.USER_TIME),
        nanos(event, EventField.SYSTEM_TIME),
        count(event, EventField.MINOR_FAULTS),
        count(event, EventField.MAJOR_FAULTS),
        count(event, EventField.VOLUNTARY_SWITCHES, ProcessTick.UNKNOWN),
        count(event, EventField.INVOLUNTARY_SWITCHES, ProcessTick.UNKNOWN),
        count(event, EventField.BYTES_READ, ProcessTick.UNKNOWN),
        count(event, EventField.BYTES_WRITTEN, ProcessTick.UNKNOWN),
        count(event, EventField.RESIDENT_SIZE),
        (int) count(event, EventField.THREADS),
        count(event, EventField.THROTTLED_PERIODS),
        nanos(event, EventField.THROTTLED_TIME));
  }

  /** What the collector says of itself. */
  static CollectorInfo collectorInfo(JfrEvent event) {
    String version = text(event, EventField.VERSION);
    return new CollectorInfo(
        version.isEmpty() ? "unknown" : version,
        text(event, EventField.MODE),
        number(event, EventField.PID, -1),
        text(event, EventField.COMMAND),
        text(event, EventField.COMMAND_LINE).lines().toList(),
        text(event, EventField.JVM),
        text(event, EventField.ONLINE_CPUS),
        Math.max(0, (int) number(event, EventField.AVAILABLE_CPUS, 0)));
  }

  /** Fills in what the collector, if there is one, didn't say. */
  static CollectorInfo merged(
      CollectorInfo collector, String command, long pid, String jvm, int cpus) {
    return new CollectorInfo(
        collector.uncorkVersion(),
        collector.mode(),
        collector.pid() >= 0 ? collector.pid() : pid,
        collector.command().isEmpty() ? command : collector.command(),
        collector.commandLine(),
        collector.jvm().isEmpty() ? jvm : collector.jvm(),
        collector.onlineCpus(),
        collector.availableCpus() > 0 ? collector.availableCpus() : cpus);
  }

  /** The second in which the middle of an interval lies: figures are written at its end. */
  static int middleSecond(long endMillis, long intervalNanos) {
    return (int) (Math.max(0, endMillis - intervalNanos / 2_000_000) / 1000);
  }

  /** How busy each online CPU was, in percent: two hexadecimal digits for each. */
  static int[] cpuPercents(JfrEvent event) {
    String perCpu = text(event, EventField.PER_CPU);
    int[] percents = new int[perCpu.length() / 2];
    for (int i = 0; i < percents.length; i++) {
      percents[i] = Math.min(100, hexByte(perCpu, 2 * i));
    }
    return percents;
  }

  private static int hexByte(String text, int at) {
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? 0 : high * 16 + low;
  }
}
