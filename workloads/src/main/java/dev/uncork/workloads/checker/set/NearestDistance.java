package dev.uncork.workloads.checker.set;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The least distance between two fingerprints, from which TLC's end phase estimates how likely it
 * was that two different states shared one.
 */
public final class NearestDistance {
  /** The distance when there are fewer than two fingerprints. */
  public static final long NONE = -1L;

  private NearestDistance() {}

  /** The least distance, unsigned; sorts the array. */
  public static long of(long[] fingerprints) {
    Arrays.sort(fingerprints);
    long nearest = NONE;
    for (int i = 1; i < fingerprints.length; i++) {
      nearest = min(nearest, fingerprints[i] - fingerprints[i - 1]);
    }
    return nearest;
  }

  /** The same by all cores. */
  public static long inParallel(long[] fingerprints) {
    Arrays.parallelSort(fingerprints);
    return IntStream.range(1, fingerprints.length)
        .parallel()
        .mapToLong(i -> fingerprints[i] - fingerprints[i - 1])
        .reduce(NONE, NearestDistance::min);
  }

  static long min(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }
}
