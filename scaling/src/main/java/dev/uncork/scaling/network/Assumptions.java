package dev.uncork.scaling.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What must hold for the model to say anything, checked against what was observed; each broken
 * assumption is told in place of a number.
 */
public final class Assumptions {
  /** A run whose halves differ by more than this is not in a steady state. */
  private static final double HALVES_DIFFER = 0.25;

  /** Seconds-wise spread (deviation against mean) beyond which there are several kinds of work. */
  private static final double SPREAD = 0.6;

  /** The shortest slice of CPU time that Linux's scheduler gives by default is about this. */
  private static final double SLICE_SECONDS = 0.003;

  private static final int FEWEST_SECONDS = 4;

  private Assumptions() {}

  /** Whether operations per second stay about the same. */
  public static List<String> steady(double[] ratePerSecond) {
    List<String> broken = new ArrayList<>();
    int n = ratePerSecond.length;
    double mean = Arrays.stream(ratePerSecond).average().orElse(0);
    if (n < FEWEST_SECONDS || mean <= 0) {
      return broken;
    }
    double first = Arrays.stream(ratePerSecond, 0, n / 2).average().orElse(0);
    double last = Arrays.stream(ratePerSecond, n - n / 2, n).average().orElse(0);
    double variance =
        Arrays.stream(ratePerSecond).map(rate -> (rate - mean) * (rate - mean)).sum() / (n - 1);
    if (Math.abs(last - first) > HALVES_DIFFER * mean) {
      broken.add(
          String.format(
              Locale.ROOT,
              "the run is not steady: %.3g operations/s in its first half, %.3g in its second;"
                  + " record a longer or a later part",
              first,
              last));
    } else if (Math.sqrt(variance) > SPREAD * mean) {
      broken.add(
          String.format(
              Locale.ROOT,
              "operations per second vary by ±%.0f %%: there may be several kinds of operations;"
                  + " record one kind at a time",
              100 * Math.sqrt(variance) / mean));
    }
    return broken;
  }

  /**
   * Whether holders keep their core: waits as long as a scheduler's slice behind holds much shorter
   * come from holders that lost it.
   *
   * @param meanWaitSeconds of acquires that blocked
   */
  public static List<String> holderRuns(
      String lock, double holdSeconds, double meanWaitSeconds, int threads, double cores) {
    boolean explained = meanWaitSeconds <= threads * holdSeconds * 10;
    if (threads <= cores || meanWaitSeconds < SLICE_SECONDS || explained) {
      return List.of();
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "waits for %s last %.1f ms while it is held %.1f µs: its holder loses its core, since"
                + " %d threads share %.1f cores; more stripes won't help that, fewer threads will",
            lock,
            meanWaitSeconds * 1e3,
            holdSeconds * 1e6,
            threads,
            cores));
  }
}
