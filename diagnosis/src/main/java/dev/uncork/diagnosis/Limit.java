package dev.uncork.diagnosis;

import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.recording.Capability;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.Note;
import dev.uncork.recording.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a recording can't say, or what else its reader should know. */
public sealed interface Limit {
  /** The collector could not do something in that JVM. */
  record Missing(Capability capability) implements Limit {}

  /**
   * Locks and other waits come from JFR's own events.
   *
   * @param waits what these leave out
   */
  record FromJfr(Note.JfrWaits waits) implements Limit {}

  /** What wasn't recorded at all. */
  enum Unrecorded implements Limit {
    LOCKS,
    /** Nor locks nor other waits. */
    WAITS,
    CORES,
    /** Nothing that could be counted moved in the windows of the experiment. */
    WORK
  }

  /**
   * Threads were looked at so seldom that shares of waits are rough.
   *
   * @param looks how often
   * @param error by how much a share of half the time may be off, two times out of three
   */
  record FewLooks(int looks, double error) implements Limit {
    private static final int MOST = 25;

    /** A shorter recording has few of everything, which its reader knows. */
    private static final double LEAST_SECONDS = 5;

    private static Optional<FewLooks> in(Recording recording) {
      int looks = recording.snapshots().size();
      boolean few = looks > 0 && looks <= MOST;
      return few && recording.durationNanos() >= LEAST_SECONDS * 1e9
          ? Optional.of(new FewLooks(looks, 0.5 / Math.sqrt(looks)))
          : Optional.empty();
    }
  }

  /** A note of the recording. */
  record Noted(Note note) implements Limit {}

  /** All of a recording. */
  static List<Limit> of(Recording recording, Cores cores, CoreCurve curve) {
    List<Limit> limits = new ArrayList<>();
    recording.capabilities().stream()
        .filter(capability -> !capability.available())
        .forEach(capability -> limits.add(new Missing(capability)));
    Optional<Note.JfrWaits> waits = waitsOf(recording);
    boolean anyWaits = waits.isPresent() && !waits.get().recorded().isEmpty();
    if (waits.isPresent() && !anyWaits) {
      limits.add(Unrecorded.WAITS);
    } else if (recording.lockSource() == LockSource.NONE) {
      limits.add(Unrecorded.LOCKS);
    }
    if (anyWaits) {
      limits.add(new FromJfr(waits.get()));
    }
    if (!cores.known()) {
      limits.add(Unrecorded.CORES);
    }
    FewLooks.in(recording).ifPresent(limits::add);
    if (curve.rounds() > 0 && !curve.known()) {
      limits.add(Unrecorded.WORK);
    }
    recording.notes().stream()
        .filter(note -> !(note instanceof Note.JfrWaits))
        .forEach(note -> limits.add(new Noted(note)));
    return limits;
  }

  private static Optional<Note.JfrWaits> waitsOf(Recording recording) {
    return recording.notes().stream()
        .filter(Note.JfrWaits.class::isInstance)
        .map(Note.JfrWaits.class::cast)
        .findFirst();
  }
}
