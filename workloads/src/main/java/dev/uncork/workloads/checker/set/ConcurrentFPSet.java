package dev.uncork.workloads.checker.set;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The JDK's concurrent hash set, with a boxed {@code Long} and a node per fingerprint. */
final class ConcurrentFPSet implements FingerprintSet {
  private final Set<Long> set = ConcurrentHashMap.newKeySet();

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
    return set.stream().mapToLong(Long::longValue).toArray();
  }
}
