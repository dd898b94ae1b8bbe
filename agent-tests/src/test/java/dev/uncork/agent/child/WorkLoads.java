package dev.uncork.agent.child;

import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** What two threads of {@link WorkProgram} do, until they are told to pause. */
final class WorkLoads {
  private static final int THREADS = 2;
  private static final long LOAD_NANOS = 800_000_000L;

  /** Counts of each thread, far apart. */
  private static final long[][] TRUE_COUNTS = new long[THREADS][32];

  private static volatile boolean paused;
  private static volatile int pausing;
  private static volatile long sink;

  /** One operation of a thread. */
  interface Work {
    void once(int thread);
  }

  private WorkLoads() {}

  /** Starts the threads; gives what tells how many operations they did while they pause. */
  static LongSupplier start(Work work) {
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      start("worker " + i, () -> Loop.run(work, number));
    }
    return () -> TRUE_COUNTS[0][16] + TRUE_COUNTS[1][16];
  }

  /** The same on virtual threads, each of which keeps a carrier busy. */
  static LongSupplier startVirtual(Work work) throws ReflectiveOperationException {
    // By reflection: the tests are compiled for 17.
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Runnable task = () -> Loop.run(work, number);
      start.invoke(null, task);
    }
    return () -> TRUE_COUNTS[0][16] + TRUE_COUNTS[1][16];
  }

  /** The class in whose loop the threads are all the time. */
  static Class<?> loop() {
    return Loop.class;
  }

  /**
   * Starts a thread that loads something first; then the others, all of which count in one object
   * that no static field leads to.
   */
  static LongSupplier startLoaded() {
    LongAdder done = new LongAdder();
    start(
        "loader",
        () -> {
          load();
          for (int i = 0; i < THREADS; i++) {
            int number = i;
            start("worker " + i, new Counting(number, done));
          }
        });
    return () -> TRUE_COUNTS[0][16] + TRUE_COUNTS[1][16];
  }

  /**
   * The same on threads of a pool, of which only their stacks lead to what they count in.
   *
   * @param hand gives the pool one of the two tasks, each of which lasts
   */
  static LongSupplier startPooled(BiConsumer<ExecutorService, Runnable> hand) {
    LongAdder done = new LongAdder();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task);
              thread.setDaemon(true);
              return thread;
            });
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      hand.accept(pool, () -> countIn(done, number));
    }
    return () -> TRUE_COUNTS[0][16] + TRUE_COUNTS[1][16];
  }

  private static void countIn(LongAdder done, int thread) {
    new Counting(thread, done).run();
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void load() {
    long end = System.nanoTime() + LOAD_NANOS;
    while (System.nanoTime() < end) {
      compute();
    }
  }

  private static void compute() {
    double x = 1;
    for (int i = 0; i < 2000; i++) {
      x = Math.sqrt(x + i);
    }
    sink = (long) x;
  }

  private record Counting(int thread, LongAdder done) implements Runnable {
    @Override
    public void run() {
      Loop.run(
          number -> {
            compute();
            done.increment();
          },
          thread);
    }
  }

  static void pause() {
    paused = true;
    while (pausing < THREADS) {
      Thread.onSpinWait();
    }
  }

  static void resume() {
    paused = false;
    while (pausing > 0) {
      Thread.onSpinWait();
    }
  }

  private static synchronized void pausing(int change) {
    pausing += change;
  }

  /** A class of its own: one that a thread is in a loop of stays as it is. */
  private static final class Loop {
    static void run(Work work, int thread) {
      while (true) {
        if (paused) {
          pausing(1);
          while (paused) {
            Thread.onSpinWait();
          }
          pausing(-1);
        }
        work.once(thread);
        TRUE_COUNTS[thread][16]++;
      }
    }
  }

  /** Counts operations, and retries in another field. */
  static void addAndRetry(int thread) {
    Counted.add();
  }

  /** Calls what retries; in no loop of its own, which might seem to last. */
  static void operate(int thread) {
    Retrying.attempt(0);
    Retrying.attempt(1);
    Retrying.attempt(2);
    sink = thread;
  }

  /** Does hardly anything. */
  static void callTiny(int thread) {
    Tiny.nothing();
  }

  private static final class Counted {
    static final LongAdder DONE = new LongAdder();
    static final AtomicLong RETRIES = new AtomicLong();

    static void add() {
      compute();
      RETRIES.addAndGet(3);
      DONE.increment();
    }
  }

  private static final class Retrying {
    /** Of no known number of turns, so that a thread can be stopped in each. */
    static void attempt(int from) {
      double x = from;
      while (x < 3000) {
        x += Math.sqrt(x + 1) / 10;
      }
      sink = (long) x;
    }
  }

  private static final class Tiny {
    static void nothing() {
      sink = 1;
    }
  }
}
