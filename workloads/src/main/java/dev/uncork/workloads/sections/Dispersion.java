package dev.uncork.workloads.sections;

import java.util.Arrays;

/** How unequally the threads were served. */
public final class Dispersion {
  private Dispersion() {}

  /** Standard deviation divided by the mean; 0 when all are equal or nothing was done. */
  public static double coefficientOfVariation(long[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double squares = Arrays.stream(values).mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return mean == 0 ? 0 : Math.sqrt(squares / values.length) / mean;
  }

  /** Jain's index: 1 when all are equal, 1/n when one thread got everything. */
  public static double jain(long[] values) {
    double sum = Arrays.stream(values).mapToDouble(v -> v).sum();
    double squares = Arrays.stream(values).mapToDouble(v -> (double) v * v).sum();
    return squares == 0 ? 1 : sum * sum / (values.length * squares);
  }
}
