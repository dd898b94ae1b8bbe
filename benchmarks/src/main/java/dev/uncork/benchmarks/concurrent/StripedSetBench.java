package dev.uncork.benchmarks.concurrent;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.util.concurrent.Striped;
import dev.uncork.concurrent.StripedLongSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;
import org.jctools.maps.NonBlockingHashMapLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A million values, of which threads add and remove random ones; half of the calls change it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StripedSetBench {
  private static final int STRIPES = 1_024;
  private static final int VALUES = 1 << 20;

  private final StripedLongSet striped = new StripedLongSet(STRIPES);
  private final Striped<Lock> locks = Striped.lock(STRIPES);
  private final List<Set<Long>> sets =
      IntStream.range(0, STRIPES).<Set<Long>>mapToObj(i -> new HashSet<>()).toList();
  private final Set<Long> concurrent = ConcurrentHashMap.newKeySet();
  private final NonBlockingHashMapLong<Boolean> nonBlocking = new NonBlockingHashMapLong<>();
  private final ConcurrentMap<Long, Boolean> caffeine =
      Caffeine.newBuilder().<Long, Boolean>build().asMap();

  /** A thread's random numbers. */
  @State(Scope.Thread)
  public static class Random {
    private long state = System.identityHashCode(this) * 0x9E3779B97F4A7C15L;

    long next() {
      state += 0x9E3779B97F4A7C15L;
      long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
      return z ^ (z >>> 27);
    }
  }

  private static long value(long random) {
    return (random >>> 20) % VALUES;
  }

  private static boolean adds(long random) {
    return (random & 1) == 0;
  }

  @Benchmark
  public boolean uncork(Random random) {
    long next = random.next();
    return adds(next) ? striped.add(value(next)) : striped.remove(value(next));
  }

  @Benchmark
  public boolean guavaStriped(Random random) {
    long next = random.next();
    Long value = value(next);
    int stripe = (int) (value * 0x9E3779B97F4A7C15L >>> 54);
    Lock lock = locks.getAt(stripe);
    lock.lock();
    try {
      return adds(next) ? sets.get(stripe).add(value) : sets.get(stripe).remove(value);
    } finally {
      lock.unlock();
    }
  }

  @Benchmark
  public boolean concurrentHashMap(Random random) {
    long next = random.next();
    return adds(next) ? concurrent.add(value(next)) : concurrent.remove(value(next));
  }

  @Benchmark
  public boolean nonBlockingHashMapLong(Random random) {
    long next = random.next();
    return adds(next)
        ? nonBlocking.putIfAbsent(value(next), Boolean.TRUE) == null
        : nonBlocking.remove(value(next)) != null;
  }

  @Benchmark
  public boolean caffeine(Random random) {
    long next = random.next();
    return adds(next)
        ? caffeine.putIfAbsent(value(next), Boolean.TRUE) == null
        : caffeine.remove(value(next)) != null;
  }
}
