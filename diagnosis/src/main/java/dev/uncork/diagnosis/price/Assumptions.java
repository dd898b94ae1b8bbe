package dev.uncork.diagnosis.price;

import java.util.Arrays;
import java.util.Optional;

/**
 * What must hold for the model to say anything, checked against what was observed; each broken
 * assumption is told in place of a number.
 */
final class Assumptions {
  /** A run whose halves differ by more than this is not in a steady state. */
  private static final double HALVES_DIFFER = 0.25;

  /** Seconds-wise spread (deviation against mean) beyond which there are several kinds of work. */
  private static final double SPREAD = 0.6;

  /** The shortest slice of CPU time that Linux's scheduler gives by default is about this. */
  private static final double SLICE_SECONDS = 0.003;

  private static final int FEWEST_SECONDS = 4;

  private Assumptions() {}

  /** Whether operations per second stay about the same. */
  static Optional<Doubt> steady(double[] ratePerSecond) {
    int n = ratePerSecond.length;
    double mean = Arrays.stream(ratePerSecond).average().orElse(0);
    if (n < FEWEST_SECONDS || mean <= 0) {
      return Optional.empty();
    }
    double first = Arrays.stream(ratePerSecond, 0, n / 2).average().orElse(0);
    double last = Arrays.stream(ratePerSecond, n - n / 2, n).average().orElse(0);
    double variance =
        Arrays.stream(ratePerSecond).map(rate -> (rate - mean) * (rate - mean)).sum() / (n - 1);
    if (Math.abs(last - first) > HALVES_DIFFER * mean) {
      return Optional.of(new Doubt.Unsteady(first, last));
    }
    double deviation = Math.sqrt(variance) / mean;
    return deviation > SPREAD ? Optional.of(new Doubt.SeveralKinds(deviation)) : Optional.empty();
  }

  /**
   * Whether holders keep their core: waits as long as a scheduler's slice behind holds much shorter
   * come from holders that lost it.
   *
   * @param meanWaitSeconds of acquires that blocked
   */
  static Optional<Doubt> holderRuns(
      String lock, double holdSeconds, double meanWaitSeconds, int threads, double cores) {
    boolean explained = meanWaitSeconds <= threads * holdSeconds * 10;
    return threads <= cores || meanWaitSeconds < SLICE_SECONDS || explained
        ? Optional.empty()
        : Optional.of(
            new Doubt.HolderLosesCore(lock, meanWaitSeconds, holdSeconds, threads, cores));
  }
}
