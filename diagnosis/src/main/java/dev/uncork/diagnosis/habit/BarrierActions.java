package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples.Counted;
import java.util.List;
import java.util.Optional;

/**
 * What threads do for all others at a barrier, by samples of CPU time: steps may be shorter than a
 * look at all threads takes, and then looks mostly miss who runs.
 */
final class BarrierActions {
  /** Share of the CPU time from which on such an action costs more than uneven steps do. */
  private static final double MUCH = 0.25;

  private static final long LEAST_SAMPLES = 50;

  private BarrierActions() {}

  /** The most frequent one, if they take much of the CPU time. */
  static Optional<Doing> in(Recording recording, StackReading reading) {
    List<Counted> counted = recording.samples().all();
    long all = counted.stream().mapToLong(Counted::count).sum();
    List<Counted> actions =
        counted.stream().filter(each -> of(each, reading).isBarrierAction()).toList();
    long inActions = actions.stream().mapToLong(Counted::count).sum();
    return all >= LEAST_SAMPLES && inActions >= MUCH * all
        ? Optional.of(of(actions.get(0), reading))
        : Optional.empty();
  }

  private static Doing of(Counted counted, StackReading reading) {
    return reading.of(counted.frames(), Thread.State.RUNNABLE);
  }
}
