package dev.uncork.diagnosis;

import java.util.Arrays;
import java.util.List;

/**
 * Whether many CPUs are idle and busy in a cycle, as hot locks with short holds make them, or
 * timers.
 *
 * <p>On the series of busy shares, one value per tick, after removing its linear trend:
 *
 * <ol>
 *   <li>The swing, the distance of the 10th and the 90th percentile, must reach {@link #MIN_SWING}
 *       of the cores.
 *   <li>It must go down and up again at least {@link #MIN_CYCLES} times by half of that swing or
 *       more (turning points with hysteresis), which tells a cycle from a few phases.
 *   <li>Its autocorrelation, once it has fallen below zero, must rise again to a peak of at least
 *       {@link #MIN_CORRELATION} and of three standard errors of noise, at a lag of at most a
 *       quarter of the series: noise has turning points, but no such peak.
 * </ol>
 *
 * <p>A cycle shorter than three ticks (0.3 s) can't be seen and looks like partly busy cores.
 *
 * @param present whether the pattern is there
 * @param periodSeconds length of a cycle; 0 when absent
 * @param swingShare distance of troughs and peaks in share of all cores
 * @param cycles number of times that it went down and up again
 */
public record Sawtooth(boolean present, double periodSeconds, double swingShare, int cycles) {
  static final double MIN_SWING = 0.2;
  static final int MIN_CYCLES = 4;
  static final double MIN_CORRELATION = 0.3;

  private static final int MIN_TICKS = 30;
  private static final int MAX_LAG = 3000;

  /** There is none. */
  static final Sawtooth NONE = new Sawtooth(false, 0, 0, 0);

  static Sawtooth of(List<Double> busyShares, double tickSeconds) {
    int n = busyShares.size();
    if (n < MIN_TICKS || tickSeconds <= 0) {
      return NONE;
    }
    double[] values = busyShares.stream().mapToDouble(Double::doubleValue).toArray();
    detrend(values);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double swing = sorted[(int) (0.9 * (n - 1))] - sorted[(int) (0.1 * (n - 1))];
    int cycles = cycles(values, swing / 2);
    if (swing < MIN_SWING || cycles < MIN_CYCLES) {
      return new Sawtooth(false, 0, swing, cycles);
    }
    int lag = peakLag(values);
    return new Sawtooth(lag > 0, lag * tickSeconds, swing, cycles);
  }

  private static void detrend(double[] values) {
    int n = values.length;
    double meanX = (n - 1) / 2.0;
    double meanY = Arrays.stream(values).average().orElse(0);
    double covariance = 0;
    double variance = 0;
    for (int i = 0; i < n; i++) {
      covariance += (i - meanX) * (values[i] - meanY);
      variance += (i - meanX) * (i - meanX);
    }
    double slope = covariance / variance;
    for (int i = 0; i < n; i++) {
      values[i] -= meanY + slope * (i - meanX);
    }
  }

  /** Counts pairs of a fall and a rise of at least the given size. */
  private static int cycles(double[] values, double hysteresis) {
    double low = values[0];
    double high = values[0];
    int direction = 0;
    int reversals = 0;
    for (double value : values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
      if (direction >= 0 && value <= high - hysteresis) {
        reversals += direction > 0 ? 1 : 0;
        direction = -1;
        low = value;
      } else if (direction <= 0 && value >= low + hysteresis) {
        reversals += direction < 0 ? 1 : 0;
        direction = 1;
        high = value;
      }
      if (direction > 0) {
        low = value;
      } else if (direction < 0) {
        high = value;
      }
    }
    return reversals / 2;
  }

  /** Lag of the highest peak of the autocorrelation past its first zero, or 0 without one. */
  private static int peakLag(double[] values) {
    int n = values.length;
    double power = 0;
    for (double value : values) {
      power += value * value;
    }
    double needed = Math.max(MIN_CORRELATION, 3 / Math.sqrt(n));
    boolean belowZero = false;
    int best = 0;
    double bestCorrelation = needed;
    for (int lag = 1; lag <= Math.min(n / 4, MAX_LAG); lag++) {
      double sum = 0;
      for (int i = 0; i + lag < n; i++) {
        sum += values[i] * values[i + lag];
      }
      double correlation = sum / power * n / (n - lag);
      belowZero |= correlation < 0;
      if (belowZero && lag >= 3 && correlation > bestCorrelation * 1.02) {
        bestCorrelation = correlation;
        best = lag;
      }
    }
    return best;
  }
}
