package dev.uncork.workloads.checker.set;

import dev.uncork.concurrent.StripedLongSet;

/** The library's striped set of longs. */
final class StripedFPSet implements FingerprintSet {
  private final StripedLongSet set;

  StripedFPSet(int stripes) {
    set = new StripedLongSet(stripes);
  }

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
