package dev.uncork.workloads.checker.set;

/** A growing set of 64-bit fingerprints, shared by all workers. */
public interface FingerprintSet {
  /**
   * Adds the fingerprint; returns whether it is new. Of several threads, exactly one is told so.
   */
  boolean put(long fingerprint);

  /** Number of fingerprints put; exact when nobody is adding. */
  long size();

  /** All fingerprints, in no order. */
  long[] toArray();

  /**
   * The least distance between two fingerprints, found by the calling thread alone, as an unsigned
   * number; all ones if there are fewer than two.
   */
  default long checkFPs() {
    return NearestDistance.of(toArray());
  }
}
