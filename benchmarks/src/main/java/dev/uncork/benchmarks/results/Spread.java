package dev.uncork.benchmarks.results;

import java.util.Arrays;
import java.util.Collection;

/**
 * Median, minimum and maximum of the runs of one figure.
 *
 * @param runs number of runs
 */
public record Spread(double median, double min, double max, int runs) {
  /**
   * The spread of some values.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Spread of(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("no run succeeded, so there is no figure");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], Arrays.stream(sorted).max().orElseThrow(), sorted.length);
  }

  /** A value that doesn't vary, or was taken once. */
  public static Spread exactly(double value, int runs) {
    return new Spread(value, value, value, runs);
  }
}
