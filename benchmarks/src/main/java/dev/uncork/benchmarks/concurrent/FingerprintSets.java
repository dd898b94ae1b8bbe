package dev.uncork.benchmarks.concurrent;

import dev.uncork.concurrent.LongFingerprintSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jctools.maps.NonBlockingHashMapLong;

/** The sets compared, by name, and the fingerprints that go into them. */
public enum FingerprintSets {
  UNCORK {
    @Override
    Adding make() {
      LongFingerprintSet set = new LongFingerprintSet();
      return set::add;
    }
  },
  CONCURRENT_HASH_MAP {
    @Override
    Adding make() {
      Set<Long> set = ConcurrentHashMap.newKeySet();
      return set::add;
    }
  },
  NON_BLOCKING_HASH_MAP_LONG {
    @Override
    Adding make() {
      NonBlockingHashMapLong<Boolean> map = new NonBlockingHashMapLong<>();
      return value -> map.putIfAbsent(value, Boolean.TRUE) == null;
    }
  };

  abstract Adding make();

  /** Adds a value; true if it wasn't there. */
  interface Adding {
    boolean add(long value);
  }

  /** The i-th fingerprint: different for different i, without order. */
  static long fingerprint(long i) {
    long z = (i + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 32)) * 0xd6e8feb86659fd93L;
    return z ^ (z >>> 32);
  }
}
