package dev.uncork.workloads.checker.set;

import dev.uncork.concurrent.Parallel;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;

/**
 * The least distance between two fingerprints, from which TLC's end phase estimates how likely it
 * was that two different states shared one.
 */
public final class NearestDistance {
  /** The distance when there are fewer than two fingerprints. */
  public static final long NONE = -1L;

  private static final int BUCKET_BITS = 10;
  private static final int BUCKETS = 1 << BUCKET_BITS;
  private static final int RANGES = 64;

  private NearestDistance() {}

  /** The least distance, unsigned; sorts the array. */
  public static long of(long[] fingerprints) {
    Arrays.sort(fingerprints);
    return ofSorted(fingerprints, 0, fingerprints.length);
  }

  /**
   * The same by several threads: they deal the fingerprints into buckets by their upper bits, then
   * sort and search bucket after bucket.
   */
  public static long inParallel(long[] fingerprints, Parallel parallel)
      throws InterruptedException {
    try {
      long[] dealt = new long[fingerprints.length];
      int[] ends = deal(fingerprints, dealt, parallel);
      long within =
          parallel.reduce(
              0, BUCKETS, bucket -> sortAndSearch(dealt, ends, bucket), NearestDistance::min, NONE);
      return min(within, betweenBuckets(dealt, ends));
    } catch (ExecutionException e) {
      throw new IllegalStateException("an iteration threw a checked exception", e);
    }
  }

  /** Copies the fingerprints bucket by bucket; returns where each bucket ends. */
  private static int[] deal(long[] fingerprints, long[] dealt, Parallel parallel)
      throws InterruptedException, ExecutionException {
    int[][] counts = new int[RANGES][BUCKETS];
    parallel.forEach(
        0,
        RANGES,
        range -> {
          for (int i = start(range, fingerprints); i < start(range + 1, fingerprints); i++) {
            counts[range][bucket(fingerprints[i])]++;
          }
        });
    int[] ends = new int[BUCKETS];
    int next = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      for (int[] count : counts) {
        int here = count[bucket];
        count[bucket] = next; // from now on: where the range puts its next one
        next += here;
      }
      ends[bucket] = next;
    }
    parallel.forEach(
        0,
        RANGES,
        range -> {
          for (int i = start(range, fingerprints); i < start(range + 1, fingerprints); i++) {
            dealt[counts[range][bucket(fingerprints[i])]++] = fingerprints[i];
          }
        });
    return ends;
  }

  private static long sortAndSearch(long[] dealt, int[] ends, int bucket) {
    int first = bucket == 0 ? 0 : ends[bucket - 1];
    Arrays.sort(dealt, first, ends[bucket]);
    return ofSorted(dealt, first, ends[bucket]);
  }

  private static long betweenBuckets(long[] dealt, int[] ends) {
    long nearest = NONE;
    for (int end : ends) {
      if (end > 0 && end < dealt.length) {
        nearest = min(nearest, dealt[end] - dealt[end - 1]);
      }
    }
    return nearest;
  }

  private static long ofSorted(long[] sorted, int first, int end) {
    long nearest = NONE;
    for (int i = first + 1; i < end; i++) {
      nearest = min(nearest, sorted[i] - sorted[i - 1]);
    }
    return nearest;
  }

  private static int start(int range, long[] fingerprints) {
    return (int) ((long) fingerprints.length * range / RANGES);
  }

  /** Buckets in the order of signed numbers, as in a sorted array. */
  private static int bucket(long fingerprint) {
    return (int) ((fingerprint ^ Long.MIN_VALUE) >>> (Long.SIZE - BUCKET_BITS));
  }

  static long min(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }
}
