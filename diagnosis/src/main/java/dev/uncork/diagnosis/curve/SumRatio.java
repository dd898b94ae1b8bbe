package dev.uncork.diagnosis.curve;

import dev.uncork.scaling.law.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * The ratio of two quotients of sums, where single summands say too little: how far it may be off
 * tell the ratios that come of leaving out one summand after the other (the jackknife: B. Efron,
 * "The Jackknife, the Bootstrap and Other Resampling Plans", 1982, chapter 3).
 */
final class SumRatio {
  /** Standard errors to either side that hold about 95 % where there are few parts. */
  private static final double ERRORS = 2.5;

  private static final int FEWEST = 3;

  private SumRatio() {}

  /** What one round adds to the sums of a / overA, which is compared with b / overB. */
  record Part(double a, double overA, double b, double overB) {}

  /** Anything is possible where there are too few parts, or one of the sums is zero. */
  static Interval of(List<Part> parts) {
    int count = parts.size();
    double whole = logarithm(parts);
    if (count < FEWEST || !Double.isFinite(whole)) {
      return new Interval(0, 1, Double.POSITIVE_INFINITY);
    }
    double[] without = new double[count];
    double mean = 0;
    for (int i = 0; i < count; i++) {
      List<Part> rest = new ArrayList<>(parts);
      rest.remove(i);
      without[i] = logarithm(rest);
      mean += without[i] / count;
    }
    double squares = 0;
    for (double one : without) {
      squares += (one - mean) * (one - mean);
    }
    double error = ERRORS * Math.sqrt(squares * (count - 1) / count);
    return Double.isFinite(error)
        ? new Interval(Math.exp(whole - error), Math.exp(whole), Math.exp(whole + error))
        : new Interval(0, Math.exp(whole), Double.POSITIVE_INFINITY);
  }

  private static double logarithm(List<Part> parts) {
    Part sum = new Part(0, 0, 0, 0);
    for (Part part : parts) {
      sum =
          new Part(sum.a + part.a, sum.overA + part.overA, sum.b + part.b, sum.overB + part.overB);
    }
    return Math.log(sum.a / sum.overA) - Math.log(sum.b / sum.overB);
  }
}
