package dev.uncork.benchmarks.results;

import java.util.Collection;
import org.hipparchus.stat.StatUtils;

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
    double[] runs = values.stream().mapToDouble(Double::doubleValue).toArray();
    return new Spread(
        StatUtils.percentile(runs, 50), StatUtils.min(runs), StatUtils.max(runs), runs.length);
  }

  /** A value that doesn't vary, or was taken once. */
  public static Spread exactly(double value, int runs) {
    return new Spread(value, value, value, runs);
  }
}
