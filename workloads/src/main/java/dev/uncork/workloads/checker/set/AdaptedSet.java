package dev.uncork.workloads.checker.set;

import dev.uncork.concurrent.LongFingerprintSet;
import dev.uncork.concurrent.StripedLongSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * A set of the library or of the JDK as the checker sees it.
 *
 * @param adder adds a fingerprint; true if it is new
 * @param counter the number of fingerprints
 * @param visitor shows each fingerprint once
 */
record AdaptedSet(LongPredicate adder, LongSupplier counter, Consumer<LongConsumer> visitor)
    implements FingerprintSet {

  /** With a boxed {@code Long} and a node per fingerprint. */
  static FingerprintSet concurrent() {
    Set<Long> set = ConcurrentHashMap.newKeySet();
    return new AdaptedSet(set::add, set::size, show -> set.forEach(show::accept));
  }

  static FingerprintSet striped(int stripes) {
    StripedLongSet set = new StripedLongSet(stripes);
    return new AdaptedSet(set::add, set::size, set::forEach);
  }

  static FingerprintSet lockFree() {
    LongFingerprintSet set = new LongFingerprintSet();
    return new AdaptedSet(set::add, set::size, set::forEach);
  }

  @Override
  public boolean put(long fingerprint) {
    return adder.test(fingerprint);
  }

  @Override
  public long size() {
    return counter.getAsLong();
  }

  @Override
  public long[] toArray() {
    long[] all = new long[Math.toIntExact(size())];
    int[] next = {0};
    visitor.accept(fingerprint -> all[next[0]++] = fingerprint);
    return all;
  }
}
