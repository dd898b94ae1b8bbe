package dev.uncork.diagnosis;

import dev.uncork.recording.Capability;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.Note;
import dev.uncork.recording.Recording;
import java.util.ArrayList;
import java.util.List;

/** What a recording can't say, or what else its reader should know. */
public sealed interface Limit {
  /** The collector could not do something in that JVM. */
  record Missing(Capability capability) implements Limit {}

  /**
   * Locks come from JFR, which leaves short acquires out.
   *
   * @param thresholdNanos how short; negative where unknown
   */
  record LongAcquiresOnly(long thresholdNanos) implements Limit {}

  /** What wasn't recorded at all. */
  enum Unrecorded implements Limit {
    LOCKS,
    CORES
  }

  /** A note of the recording. */
  record Noted(Note note) implements Limit {}

  /** All of a recording. */
  static List<Limit> of(Recording recording, Cores cores) {
    List<Limit> limits = new ArrayList<>();
    recording.capabilities().stream()
        .filter(capability -> !capability.available())
        .forEach(capability -> limits.add(new Missing(capability)));
    if (recording.lockSource() == LockSource.JFR_ABOVE_THRESHOLD) {
      limits.add(new LongAcquiresOnly(recording.jfrThresholdNanos()));
    } else if (recording.lockSource() == LockSource.NONE) {
      limits.add(Unrecorded.LOCKS);
    }
    if (!cores.known()) {
      limits.add(Unrecorded.CORES);
    }
    recording.notes().forEach(note -> limits.add(new Noted(note)));
    return limits;
  }
}
