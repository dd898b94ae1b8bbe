package dev.uncork.benchmarks.concurrent;

import dev.uncork.concurrent.StripedCounter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One counter that all threads add to. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CounterBench {
  private final StripedCounter striped = new StripedCounter();
  private final LongAdder adder = new LongAdder();
  private final AtomicLong atomic = new AtomicLong();
  private long locked;

  @Benchmark
  public void uncork() {
    striped.increment();
  }

  @Benchmark
  public void longAdder() {
    adder.increment();
  }

  @Benchmark
  public void atomicLong() {
    atomic.getAndIncrement();
  }

  /** What the journey started from. */
  @Benchmark
  public void synchronizedLong() {
    synchronized (this) {
      locked++;
    }
  }

  /** The price of an exact read. */
  @Benchmark
  public long uncorkSum() {
    return striped.sum();
  }

  @Benchmark
  public long longAdderSum() {
    return adder.sum();
  }
}
