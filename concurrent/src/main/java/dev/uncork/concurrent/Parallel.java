package dev.uncork.concurrent;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Loops over an index range, run by several threads over {@code java.util.concurrent}: the remedy
 * for a phase in which one thread works and the others wait.
 *
 * <pre>{@code
 * double worst = Parallel.threads(8).reduce(0, sets.length, i -> sets[i].check(), Math::max, 0.0);
 * }</pre>
 *
 * <p>The calling thread takes part, so a loop makes progress even if the pool gives it no thread.
 * Iterations are claimed one by one in ascending order. The call returns when no iteration runs any
 * more. What the caller did before the call happens-before each iteration, and what iterations did
 * happens-before the return; iterations are not ordered among themselves.
 *
 * <p><b>Cost.</b> One atomic instruction per iteration; per loop and thread two short locks and,
 * with {@link #threads}, a new thread.
 *
 * <p><b>Failure:</b> the first exception stops the loop: no further iteration begins, those running
 * are interrupted and awaited, and it is thrown: an unchecked one itself, a checked one inside an
 * {@link ExecutionException}. <b>Cancellation:</b> interrupting the caller does the same and throws
 * {@link InterruptedException}; a condition given to {@link #cancelledWhen} is asked before each
 * iteration and leads to a {@link CancellationException}.
 *
 * <p><b>Don't use it</b> where an iteration takes less than a few microseconds (let each take a
 * range), where iterations wait for each other, or where {@code parallelStream} does and failure,
 * interruption and number of threads don't matter.
 */
public final class Parallel {
  private static final AtomicInteger POOLS = new AtomicInteger();

  private final int threads;
  private final @Nullable ExecutorService executor;
  private final BooleanSupplier cancelled;

  private Parallel(int threads, @Nullable ExecutorService executor, BooleanSupplier cancelled) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    this.threads = threads;
    this.executor = executor;
    this.cancelled = cancelled;
  }

  /** Loops run by the caller and threads made for each loop, in all as many as given. */
  public static Parallel threads(int threads) {
    return new Parallel(threads, null, () -> false);
  }

  /** Loops run by one thread per processor. */
  public static Parallel processors() {
    return threads(Runtime.getRuntime().availableProcessors());
  }

  /** Loops run by the caller and an executor's threads, in all at most as many as given. */
  public static Parallel on(ExecutorService executor, int threads) {
    return new Parallel(threads, executor, () -> false);
  }

  /** The same loops, stopped when a condition becomes true; asked by any thread. */
  public Parallel cancelledWhen(BooleanSupplier condition) {
    return new Parallel(threads, executor, condition);
  }

  /** One iteration. */
  @FunctionalInterface
  public interface Body {
    void run(int index) throws Exception;
  }

  /** One iteration that has a result. */
  @FunctionalInterface
  public interface Mapping<R> {
    R apply(int index) throws Exception;
  }

  /** Runs the body for each index from first, inclusive, to end, exclusive. */
  public void forEach(int first, int end, Body body)
      throws InterruptedException, ExecutionException {
    run(first, end, () -> body::run);
  }

  /**
   * The combination of all iterations' results. Each thread starts from the identity and combines
   * the results of the iterations that it happens to run, so combine must be associative and
   * commutative.
   */
  public <R> R reduce(
      int first, int end, Mapping<? extends R> mapping, BinaryOperator<R> combine, R identity)
      throws InterruptedException, ExecutionException {
    Reduction<R> reduction = new Reduction<>(combine, identity);
    run(first, end, () -> reduction.part(mapping));
    return reduction.result();
  }

  private void run(int first, int end, LoopRun.BodyPerThread bodies)
      throws InterruptedException, ExecutionException {
    if (first > end) {
      throw new IllegalArgumentException(
          "range is " + first + " to " + end + ", expected ascending");
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before the loop began");
    }
    LoopRun loop = new LoopRun(first, end, cancelled);
    int others = (int) Math.min(threads, (long) end - first) - 1;
    if (executor != null || others <= 0) {
      join(loop, submit(executor, others, loop, bodies), bodies);
      return;
    }
    ExecutorService own = Executors.newFixedThreadPool(others, daemons());
    try {
      join(loop, submit(own, others, loop, bodies), bodies);
    } finally {
      own.shutdownNow();
    }
  }

  private static Future<?>[] submit(
      @Nullable ExecutorService pool, int others, LoopRun loop, LoopRun.BodyPerThread bodies) {
    Future<?>[] submitted = new Future<?>[pool == null ? 0 : Math.max(0, others)];
    for (int i = 0; i < submitted.length && pool != null; i++) {
      submitted[i] = pool.submit(() -> loop.work(bodies.make()));
    }
    return submitted;
  }

  private static void join(LoopRun loop, Future<?>[] others, LoopRun.BodyPerThread bodies)
      throws InterruptedException, ExecutionException {
    loop.work(bodies.make());
    loop.awaitOthers(others);
    loop.throwFailure();
  }

  private static ThreadFactory daemons() {
    int pool = POOLS.incrementAndGet();
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "parallel-" + pool + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** The partial results of a reduction, each written by one thread. */
  private static final class Reduction<R> {
    private final BinaryOperator<R> combine;
    private final R identity;
    private R total;

    Reduction(BinaryOperator<R> combine, R identity) {
      this.combine = combine;
      this.identity = identity;
      this.total = identity;
    }

    LoopRun.ThreadBody part(Mapping<? extends R> mapping) {
      return new LoopRun.ThreadBody() {
        private R partial = identity;

        @Override
        public void run(int index) throws Exception {
          partial = combine.apply(partial, mapping.apply(index));
        }

        @Override
        public void end() {
          add(partial);
        }
      };
    }

    private synchronized void add(R partial) {
      total = combine.apply(total, partial);
    }

    synchronized R result() {
      return total;
    }
  }
}
