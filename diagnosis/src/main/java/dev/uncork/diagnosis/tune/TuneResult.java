package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import java.util.List;
import java.util.Optional;

/**
 * What tuning came to so far.
 *
 * @param baseline throughput as the program came; empty if it could not be measured
 * @param steps what was kept, in order
 * @param attempts all that was tried, in order
 * @param first what the first observation said, and {@code last} the latest
 * @param comparison gain of the best setup over the first one, from interleaved runs at the end
 * @param stopReason empty while it goes on
 * @param remarks what the user should know
 */
public record TuneResult(
    Setup start,
    Setup best,
    Optional<MedianInterval> baseline,
    List<Step> steps,
    List<Attempt> attempts,
    SetupObservation first,
    SetupObservation last,
    Optional<Comparison> comparison,
    Optional<StopReason> stopReason,
    List<Remark> remarks) {
  /** A remedy that was kept, and the throughput with it. */
  public record Step(Attempt attempt, double throughput) {}

  /** The final check: medians of the first and the best setup, side by side. */
  public record Comparison(double before, double after, Interval gain, int pairs) {}

  public TuneResult {
    steps = List.copyOf(steps);
    attempts = List.copyOf(attempts);
    remarks = List.copyOf(remarks);
  }

  /** Levers that are worth a try and had none, what would have come next first. */
  public List<Lever> notReached() {
    return Agenda.untried(last.levers(), attempts, best);
  }

  /** Throughput at the end: of the final comparison, else of the last step, else the baseline. */
  public double throughput() {
    if (comparison.isPresent()) {
      return comparison.get().after();
    }
    return steps.isEmpty()
        ? baseline.map(MedianInterval::median).orElse(0.0)
        : steps.get(steps.size() - 1).throughput();
  }
}
