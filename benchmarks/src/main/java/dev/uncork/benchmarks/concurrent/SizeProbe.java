package dev.uncork.benchmarks.concurrent;

import dev.uncork.concurrent.LongFingerprintSet;
import java.lang.ref.Reference;

/**
 * A program that fills one set and prints bytes per entry, nanoseconds per add of a new fingerprint
 * and nanoseconds per add of one that is there; arguments: the set and the number of entries.
 *
 * <p>Three of the sets are a {@link BareArray}, whose accesses cost what the machine's memory
 * costs. In {@code MISS} and {@code LINES} the address of each access depends on what the last one
 * found, so that the processor waits for every cache and TLB miss; {@code MISS} reads one line per
 * access, {@code LINES} those that probing reads. {@code OVERLAPPED} reads one line and nothing
 * waits for it: with no branch to guess wrong, the processor runs several misses at a time.
 */
final class SizeProbe {
  private static final int LOOKUPS = 4_000_000;
  private static final int WARM_UP_ENTRIES = 300_000;

  private SizeProbe() {}

  public static void main(String[] args) {
    long entries = Long.parseLong(args[1]);
    for (int round = 0; round < 3; round++) {
      Subject warm = subject(args[0], WARM_UP_ENTRIES);
      warm.fill(WARM_UP_ENTRIES);
      warm.find(WARM_UP_ENTRIES);
    }
    long before = usedBytes();
    Subject subject = subject(args[0], entries);
    long start = System.nanoTime();
    subject.fill(entries);
    double fillNanos = (System.nanoTime() - start) / (double) entries;
    start = System.nanoTime();
    subject.find(entries);
    double findNanos = (System.nanoTime() - start) / (double) LOOKUPS;
    double bytes = (usedBytes() - before) / (double) entries;
    Reference.reachabilityFence(subject);
    System.out.printf("RESULT %f %f %f%n", bytes, fillNanos, findNanos);
  }

  private static Subject subject(String name, long entries) {
    return switch (name) {
      case "UNCORK_EXPECTING" -> new Filled(LongFingerprintSet.expecting(entries)::add);
      case "MISS" -> new Waiting(new BareArray(false));
      case "LINES" -> new Waiting(new BareArray(true));
      case "OVERLAPPED" -> new Overlapping(new BareArray(false));
      default -> new Filled(FingerprintSets.valueOf(name).make());
    };
  }

  /** A random one of the fingerprints added. */
  private static long known(long i, long entries) {
    long index = Math.multiplyHigh(FingerprintSets.fingerprint(i) >>> 1, entries << 1);
    return FingerprintSets.fingerprint(index);
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** What is measured. */
  private interface Subject {
    /** Adds the first fingerprints. */
    void fill(long entries);

    /** Adds random ones of them again: a steady state without growth. */
    void find(long entries);
  }

  private record Filled(FingerprintSets.Adding set) implements Subject {
    @Override
    public void fill(long entries) {
      for (long i = 0; i < entries; i++) {
        set.add(FingerprintSets.fingerprint(i));
      }
    }

    @Override
    public void find(long entries) {
      for (long i = 0; i < LOOKUPS; i++) {
        if (set.add(known(i, entries))) {
          throw new IllegalStateException("a fingerprint that had been added was new");
        }
      }
    }
  }

  private record Waiting(BareArray array) implements Subject {
    @Override
    public void fill(long entries) {
      long sign = 0; // stays 0, which the processor can't know
      for (long i = 0; i < entries; i++) {
        sign = array.write(FingerprintSets.fingerprint(i + sign) >>> 1) >>> (Long.SIZE - 1);
      }
    }

    @Override
    public void find(long entries) {
      long sign = 0;
      for (long i = 0; i < LOOKUPS; i++) {
        sign = array.read(known(i + sign, entries) >>> 1) >>> (Long.SIZE - 1);
      }
      requireZero(sign);
    }
  }

  private record Overlapping(BareArray array) implements Subject {
    @Override
    public void fill(long entries) {
      long signs = 0;
      for (long i = 0; i < entries; i++) {
        signs |= array.write(FingerprintSets.fingerprint(i) >>> 1);
      }
      requireZero(signs >>> (Long.SIZE - 1));
    }

    @Override
    public void find(long entries) {
      long signs = 0;
      for (long i = 0; i < LOOKUPS; i++) {
        signs |= array.read(known(i, entries) >>> 1);
      }
      requireZero(signs >>> (Long.SIZE - 1));
    }
  }

  private static void requireZero(long sign) {
    if (sign != 0) {
      throw new IllegalStateException("the array holds a negative value");
    }
  }
}
