package dev.uncork.workloads.checker.set;

import dev.uncork.concurrent.LongFingerprintSet;

/** The library's lock-free set of fingerprints. */
final class LockFreeFPSet implements FingerprintSet {
  private final LongFingerprintSet set = new LongFingerprintSet();

  @Override
  public boolean put(long fingerprint) {
    return set.add(fingerprint);
  }

  @Override
  public long size() {
    return set.size();
  }

  @Override
  public long[] toArray() {
    long[] all = new long[Math.toIntExact(set.size())];
    int[] next = {0};
    set.forEach(fingerprint -> all[next[0]++] = fingerprint);
    return all;
  }
}
