package dev.uncork.benchmarks.concurrent;

import dev.uncork.concurrent.ChunkedWorklist;
import dev.uncork.concurrent.Parallel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.MpmcArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Half of the threads only put and half only take: the worklist's worst case, since every unit
 * changes threads. An operation is one unit moved; an invocation moves all, and its threads are its
 * own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PipeBench {
  static final int UNITS = 1 << 20;
  private static final int CAPACITY = 1 << 14;
  private static final Object UNIT = new Object();

  /** Threads in all. */
  @Param("8")
  private int threads = 8;

  @Benchmark
  @OperationsPerInvocation(UNITS)
  public long uncork() throws Exception {
    ChunkedWorklist<Object> list = ChunkedWorklist.builder().capacityUnits(CAPACITY).build();
    int pairs = threads / 2;
    AtomicLong moved = new AtomicLong();
    ChunkedWorklist.Worker<?>[] keepers = new ChunkedWorklist.Worker<?>[threads];
    for (int i = 0; i < threads; i++) {
      keepers[i] = list.worker();
    }
    Parallel.threads(threads)
        .forEach(
            0,
            threads,
            i -> {
              try (var keeper = keepers[i];
                  var worker = list.worker()) {
                keeper.close();
                if (i < pairs) {
                  for (int u = 0; u < UNITS / pairs; u++) {
                    worker.put(UNIT);
                  }
                } else {
                  long taken = 0;
                  while (worker.take() != null) {
                    taken++;
                  }
                  moved.addAndGet(taken);
                }
              }
            });
    return checked(moved.get());
  }

  @Benchmark
  @OperationsPerInvocation(UNITS)
  public long mpmcArrayQueue() throws Exception {
    return move(new MpmcArrayQueue<>(CAPACITY));
  }

  @Benchmark
  @OperationsPerInvocation(UNITS)
  public long concurrentLinkedDeque() throws Exception {
    return move(new ConcurrentLinkedDeque<>());
  }

  @Benchmark
  @OperationsPerInvocation(UNITS)
  public long linkedBlockingDeque() throws Exception {
    return move(new LinkedBlockingDeque<>(CAPACITY));
  }

  private long move(Queue<Object> queue) throws Exception {
    int pairs = threads / 2;
    AtomicLong moved = new AtomicLong();
    Parallel.threads(threads)
        .forEach(
            0,
            threads,
            i -> {
              for (int u = 0; u < UNITS / pairs; u++) {
                while (i < pairs ? !queue.offer(UNIT) : queue.poll() == null) {
                  Thread.yield(); // the others may need this processor
                }
              }
              moved.addAndGet(i < pairs ? 0 : UNITS / pairs);
            });
    return checked(moved.get());
  }

  private static long checked(long moved) {
    if (moved != UNITS) {
      throw new IllegalStateException("moved " + moved + " units of " + UNITS);
    }
    return moved;
  }
}
