package dev.uncork.benchmarks.concurrent;

import dev.uncork.concurrent.Parallel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A model checker's whole run on one set: from empty to 10 million fingerprints, each offered twice
 * by different threads; growth and garbage collection are part of it. An operation is one add.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FingerprintSetBench {
  static final int DISTINCT = 10_000_000;
  static final int ADDS = 2 * DISTINCT;
  private static final int RANGES = 1_024;

  @Param({"UNCORK"})
  private FingerprintSets set = FingerprintSets.UNCORK;

  @Param("1")
  private int threads = 1;

  @Setup(Level.Iteration)
  public void collectTheLastIterationsSet() {
    System.gc();
  }

  @Benchmark
  @OperationsPerInvocation(ADDS)
  public long fill() throws Exception {
    FingerprintSets.Adding empty = set.make();
    AtomicLong added = new AtomicLong();
    Parallel.threads(threads).forEach(0, RANGES, range -> added.addAndGet(addRange(empty, range)));
    if (added.get() != DISTINCT) {
      throw new IllegalStateException(set + " says " + added + " of " + DISTINCT + " were new");
    }
    return added.get();
  }

  /** Neighbouring ranges offer the same fingerprints, so that threads race to add them. */
  private static long addRange(FingerprintSets.Adding set, int range) {
    long first = (long) DISTINCT * (range / 2) / (RANGES / 2);
    long end = (long) DISTINCT * (range / 2 + 1) / (RANGES / 2);
    long added = 0;
    for (long i = first; i < end; i++) {
      added += set.add(FingerprintSets.fingerprint(i)) ? 1 : 0;
    }
    return added;
  }
}
