package dev.uncork.scaling.law;

import java.util.Arrays;
import org.hipparchus.distribution.discrete.BinomialDistribution;

/**
 * The median of some runs with the interval that holds the true median, from order statistics
 * alone: no shape of the noise is assumed (H. A. David and H. N. Nagaraja, "Order Statistics",
 * section 7.1). Few runs can't give 95 %: then the interval is from the least to the greatest and
 * {@code confidence} says what that is worth (5 runs: 93.75 %).
 */
public record MedianInterval(double low, double median, double high, double confidence) {
  private static final double WANTED = 0.95;

  /** Of at least one value. */
  public static MedianInterval of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("the median of no values; expected at least one");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    int cut = 0;
    while (cut + 1 < (n + 1) / 2 && confidence(n, cut + 1) >= WANTED) {
      cut++;
    }
    return new MedianInterval(sorted[cut], median, sorted[n - 1 - cut], confidence(n, cut));
  }

  /** That the median lies between the order statistics {@code cut} places from either end. */
  private static double confidence(int n, int cut) {
    return n == 1 ? 0 : 1 - 2 * new BinomialDistribution(n, 0.5).cumulativeProbability(cut);
  }
}
