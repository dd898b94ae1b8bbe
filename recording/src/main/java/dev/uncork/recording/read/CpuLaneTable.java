package dev.uncork.recording.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Busy share of each CPU over time while a recording is read; when the bins run out, each two
 * neighbours become one. A tick counts in all bins that it overlaps, by the length of the overlap.
 */
final class CpuLaneTable {
  static final int MAX_BINS = 2400;
  static final int MAX_CPUS = 4096;
  static final long FIRST_BIN_MILLIS = 100;

  private static final long LONGEST_TICK_MILLIS = 60_000;

  private long binMillis = FIRST_BIN_MILLIS;
  private int usedBins;
  private float[] weights = new float[MAX_BINS];
  private float[][] sums = new float[0][];
  private double[] shares = new double[0];
  private long ticks;

  void add(long endMillis, long intervalNanos, int[] percents) {
    int cpus = Math.min(MAX_CPUS, percents.length);
    if (cpus == 0) {
      return;
    }
    if (percents.length > shares.length) {
      shares = Arrays.copyOf(shares, percents.length);
    }
    for (int cpu = 0; cpu < percents.length; cpu++) {
      shares[cpu] += percents[cpu] / 100.0;
    }
    ticks++;
    if (cpus > sums.length) {
      int known = sums.length;
      sums = Arrays.copyOf(sums, cpus);
      for (int cpu = known; cpu < cpus; cpu++) {
        sums[cpu] = new float[MAX_BINS];
      }
    }
    long end = Math.max(1, endMillis);
    long length = Math.max(1, Math.min(LONGEST_TICK_MILLIS, intervalNanos / 1_000_000));
    long start = Math.max(0, end - length);
    while ((end - 1) / binMillis >= MAX_BINS) {
      doubleBins();
    }
    for (int bin = (int) (start / binMillis); bin * binMillis < end; bin++) {
      float overlap = Math.min(end, (bin + 1) * binMillis) - Math.max(start, bin * binMillis);
      weights[bin] += overlap;
      for (int cpu = 0; cpu < cpus; cpu++) {
        sums[cpu][bin] += overlap * Math.min(100, percents[cpu]) / 100f;
      }
      usedBins = Math.max(usedBins, bin + 1);
    }
  }

  /** Mean busy share of each CPU over all ticks. */
  List<Double> meanShares() {
    return Arrays.stream(shares).map(sum -> sum / Math.max(1, ticks)).boxed().toList();
  }

  long binMillis() {
    return binMillis;
  }

  List<float[]> lanes() {
    List<float[]> lanes = new ArrayList<>(sums.length);
    for (float[] sum : sums) {
      float[] lane = new float[usedBins];
      for (int bin = 0; bin < usedBins; bin++) {
        lane[bin] = weights[bin] > 0 ? sum[bin] / weights[bin] : Float.NaN;
      }
      lanes.add(lane);
    }
    return lanes;
  }

  private void doubleBins() {
    binMillis *= 2;
    usedBins = (usedBins + 1) / 2;
    weights = joined(weights);
    for (int cpu = 0; cpu < sums.length; cpu++) {
      sums[cpu] = joined(sums[cpu]);
    }
  }

  private static float[] joined(float[] bins) {
    float[] half = new float[MAX_BINS];
    for (int i = 0; i < MAX_BINS; i++) {
      half[i / 2] += bins[i];
    }
    return half;
  }
}
