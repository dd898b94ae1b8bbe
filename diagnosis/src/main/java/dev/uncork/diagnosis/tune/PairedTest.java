package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.scaling.law.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hipparchus.stat.StatUtils;

/**
 * Decides from pairs of neighbouring runs, after each pair, whether a change is better, worse, or
 * not worth more time.
 *
 * <p>It is the sequential t test on log ratios of the pairs, in the form of an e-value: the Bayes
 * factor of "some effect" (its size in standard deviations normal with variance {@link #SCALE})
 * against "none", with the right Haar prior on the unknown deviation. That is a martingale under
 * "none", so its chance of ever passing 1/α is at most α: one may look after every pair and stop
 * whenever one likes (T. L. Lai, 1976; H. Wang and A. Ramdas, "Anytime-valid t-tests and confidence
 * sequences for Gaussian means with unknown variance", 2023). Half of that chance is for the wrong
 * sign, so the threshold for a keep is 1/(2α). Pairs cancel drift of the machine; ratios make runs
 * of any length alike. Giving up early can only make keeps rarer.
 */
public final class PairedTest {
  /** Suits effects of some deviations; three pairs can then be enough. */
  private static final double SCALE = 16;

  /** Ratios closer together than this say nothing about noise, only about rounding. */
  private static final double LEAST_DEVIATION = 0.001;

  private static final int FEWEST_PAIRS = 3;

  /** 1/(2 · 0.05): for intervals that hold the gain with 90 %, each end with 95. */
  private static final double REPORTED_THRESHOLD = 10;

  /** What is known after the pairs so far. */
  public enum Verdict {
    BETTER,
    WORSE,
    /** Not worth more pairs. */
    NO_DIFFERENCE,
    OPEN
  }

  private final double threshold;
  private final int mostPairs;
  private final List<Double> logs = new ArrayList<>();

  /**
   * A test without pairs.
   *
   * @param level chance of a false {@link Verdict#BETTER}
   */
  public PairedTest(double level, int mostPairs) {
    if (!(level > 0 && level < 0.5) || mostPairs < FEWEST_PAIRS) {
      throw new IllegalArgumentException("level " + level + ", at most " + mostPairs + " pairs");
    }
    this.threshold = 1 / (2 * level);
    this.mostPairs = mostPairs;
  }

  /** Adds throughput without and with the change. */
  public void add(double before, double after) {
    if (!(before > 0 && after > 0)) {
      throw new IllegalArgumentException(
          "throughput of " + before + " and " + after + "; expected numbers above 0");
    }
    logs.add(Math.log(after / before));
  }

  public int pairs() {
    return logs.size();
  }

  /** What the pairs say. */
  public Verdict verdict() {
    int n = logs.size();
    if (n < FEWEST_PAIRS) {
      return Verdict.OPEN;
    }
    double mean = mean();
    if (evidence(n, mean / deviation()) >= threshold) {
      if (mean >= Math.log1p(Lever.WORTH)) {
        return Verdict.BETTER;
      }
      return mean < 0 ? Verdict.WORSE : Verdict.NO_DIFFERENCE;
    }
    boolean hopeless = mean + deviation() / Math.sqrt(n) < Math.log1p(Lever.WORTH);
    return hopeless || n >= mostPairs || !reachable() ? Verdict.NO_DIFFERENCE : Verdict.OPEN;
  }

  /** Gain as a share with bounds that hold whenever one stops; empty before two pairs. */
  public Optional<Interval> gain() {
    int n = logs.size();
    if (n < 2) {
      return Optional.empty();
    }
    double mean = mean();
    double half = halfWidth(n, deviation(), REPORTED_THRESHOLD);
    return Optional.of(
        new Interval(Math.expm1(mean - half), Math.expm1(mean), Math.expm1(mean + half)));
  }

  /** Whether the effect seen, or one somewhat larger, could be proven with the pairs left. */
  private boolean reachable() {
    double effect = mean() / deviation() + 1 / Math.sqrt(logs.size());
    return evidence(mostPairs, effect) >= threshold;
  }

  /** The e-value of n pairs with a mean of so many deviations. */
  static double evidence(int n, double effect) {
    double freedom = n - 1;
    double widened = 1 + n * SCALE;
    double square = n * effect * effect;
    return Math.pow(widened, -0.5)
        * Math.pow((1 + square / freedom) / (1 + square / (freedom * widened)), n / 2.0);
  }

  /** The means that the pairs don't refute lie within this of theirs. */
  private static double halfWidth(int n, double deviation, double threshold) {
    double freedom = n - 1;
    double widened = 1 + n * SCALE;
    double ratio = Math.pow(threshold * Math.sqrt(widened), 2.0 / n);
    if (ratio >= widened) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.sqrt(freedom * (ratio - 1) / (1 - ratio / widened)) * deviation / Math.sqrt(n);
  }

  private double mean() {
    return StatUtils.mean(array());
  }

  private double deviation() {
    return Math.max(LEAST_DEVIATION, Math.sqrt(StatUtils.variance(array())));
  }

  private double[] array() {
    return logs.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
