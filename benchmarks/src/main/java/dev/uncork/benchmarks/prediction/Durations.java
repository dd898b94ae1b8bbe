package dev.uncork.benchmarks.prediction;

import java.util.Random;

/**
 * Exponentially distributed durations whose mean is right over every few of them: the quantiles of
 * the distribution in random order. A short run then has the mean of a long one.
 */
final class Durations {
  private static final int SIZE = 64;

  private final Random random;
  private final double[] quantiles = new double[SIZE];
  private int next = SIZE;

  Durations(long seed) {
    random = new Random(seed);
    double sum = 0;
    for (int i = 0; i < SIZE; i++) {
      quantiles[i] = -Math.log(1 - (i + 0.5) / SIZE);
      sum += quantiles[i];
    }
    for (int i = 0; i < SIZE; i++) {
      quantiles[i] *= SIZE / sum;
    }
  }

  long nanos(double meanNanos) {
    if (next == SIZE) {
      for (int i = SIZE - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        double moved = quantiles[i];
        quantiles[i] = quantiles[j];
        quantiles[j] = moved;
      }
      next = 0;
    }
    return (long) (meanNanos * quantiles[next++]);
  }
}
