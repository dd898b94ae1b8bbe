package dev.uncork.benchmarks.concurrent;

import dev.uncork.concurrent.LongFingerprintSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.reflect.Array;

/**
 * A program that fills one set and prints bytes per entry and nanoseconds per operation: arguments
 * set and number of entries. The set {@code ARRAY} is a bare array of 10 bytes per entry with
 * compare-and-set of random slots: what cache misses alone cost.
 */
final class SizeProbe {
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int LOOKUPS = 4_000_000;
  private static final double ARRAY_BYTES_PER_ENTRY = 10;

  private SizeProbe() {}

  public static void main(String[] args) {
    long entries = Long.parseLong(args[1]);
    warmUp(args[0]);
    long before = usedBytes();
    FingerprintSets.Adding set = make(args[0], entries);
    long start = System.nanoTime();
    for (long i = 0; i < entries; i++) {
      set.add(FingerprintSets.fingerprint(i));
    }
    double fillNanos = (System.nanoTime() - start) / (double) entries;
    double againNanos = addAgain(set, entries);
    double bytes = (usedBytes() - before) / (double) entries;
    Reference.reachabilityFence(set);
    System.out.printf("RESULT %f %f %f%n", bytes, fillNanos, againNanos);
  }

  /** Adds random ones of the fingerprints again, for a steady state without growth. */
  private static double addAgain(FingerprintSets.Adding set, long entries) {
    long start = System.nanoTime();
    for (long i = 0; i < LOOKUPS; i++) {
      set.add(FingerprintSets.fingerprint((FingerprintSets.fingerprint(i) >>> 1) % entries));
    }
    return (System.nanoTime() - start) / (double) LOOKUPS;
  }

  private static void warmUp(String name) {
    for (int round = 0; round < 3; round++) {
      FingerprintSets.Adding set = make(name, 300_000);
      for (long i = 0; i < 300_000; i++) {
        set.add(FingerprintSets.fingerprint(i));
      }
      addAgain(set, 300_000);
    }
  }

  private static FingerprintSets.Adding make(String name, long entries) {
    if (name.equals("UNCORK_EXPECTING")) {
      return LongFingerprintSet.expecting(entries)::add;
    }
    if (!name.equals("ARRAY")) {
      return FingerprintSets.valueOf(name).make();
    }
    long[][] parts = (long[][]) Array.newInstance(long.class, 1_024, 0);
    int length = (int) (entries * ARRAY_BYTES_PER_ENTRY / Long.BYTES / parts.length) + 1;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new long[length];
    }
    return value -> {
      int slot = (int) (((value & 0xFFFFFFFFL) * length) >>> Integer.SIZE);
      return SLOT.compareAndSet(parts[(int) (value >>> 54)], slot, 0L, value);
    };
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
