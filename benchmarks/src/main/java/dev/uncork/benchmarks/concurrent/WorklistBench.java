package dev.uncork.benchmarks.concurrent;

import dev.uncork.concurrent.ChunkedWorklist;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.jctools.queues.MpmcArrayQueue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A model checker's use of its worklist: every thread puts successors and takes units. An operation
 * is one unit put and one taken, in bursts four times as long as the thread's own part can hold, so
 * that most units pass through the shared part.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WorklistBench {
  static final int BURST = 256;
  private static final int CAPACITY = 1 << 16;
  private static final Object UNIT = new Object();

  private final ChunkedWorklist<Object> chunked = ChunkedWorklist.builder().build();
  private final Queue<Object> mpmc = new MpmcArrayQueue<>(CAPACITY);
  private final Queue<Object> linked = new ConcurrentLinkedDeque<>();
  private final Queue<Object> blocking = new LinkedBlockingDeque<>();

  /** A thread's worker. */
  @State(Scope.Thread)
  public static class Own {
    private ChunkedWorklist.@Nullable Worker<Object> worker;

    ChunkedWorklist.Worker<Object> of(ChunkedWorklist<Object> list) {
      ChunkedWorklist.Worker<Object> mine = worker;
      if (mine == null) {
        mine = list.worker();
        worker = mine;
      }
      return mine;
    }

    @TearDown(Level.Trial)
    public void close() {
      if (worker != null) {
        worker.close();
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(BURST)
  public void uncork(Own own, Blackhole taken) throws InterruptedException {
    ChunkedWorklist.Worker<Object> worker = own.of(chunked);
    for (int i = 0; i < BURST; i++) {
      worker.put(UNIT);
    }
    for (int i = 0; i < BURST; i++) {
      taken.consume(worker.poll());
    }
  }

  @Benchmark
  @OperationsPerInvocation(BURST)
  public void mpmcArrayQueue(Blackhole taken) {
    burst(mpmc, taken);
  }

  @Benchmark
  @OperationsPerInvocation(BURST)
  public void concurrentLinkedDeque(Blackhole taken) {
    burst(linked, taken);
  }

  @Benchmark
  @OperationsPerInvocation(BURST)
  public void linkedBlockingDeque(Blackhole taken) {
    burst(blocking, taken);
  }

  private static void burst(Queue<Object> queue, Blackhole taken) {
    for (int i = 0; i < BURST; i++) {
      queue.offer(UNIT);
    }
    for (int i = 0; i < BURST; i++) {
      taken.consume(queue.poll());
    }
  }
}
