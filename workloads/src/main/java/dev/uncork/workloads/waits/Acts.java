package dev.uncork.workloads.waits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** What the programs of this package have in common: threads, work, a fix, and an end. */
final class Acts {
  /** Rounds of {@link #work} that take a core of 3 GHz about a millisecond. */
  private static final double ROUNDS_PER_MILLI = 700_000;

  private static final LongAdder STEPS = new LongAdder();

  private static volatile boolean isFixed;
  private static volatile long sink;

  private Acts() {}

  /** What a thread does again and again. */
  interface Step {
    void run() throws Exception;
  }

  /** Lets the program run without its fault; to be called before it starts. */
  static void fix() {
    isFixed = true;
  }

  /** The first in a program with its fault, the second in one without. */
  static <T> T either(T faulty, T fixed) {
    return isFixed ? fixed : faulty;
  }

  /** One for all threads; without the fault each has its own. */
  static <T> Supplier<T> shared(Supplier<T> made) {
    if (isFixed) {
      return ThreadLocal.withInitial(made)::get;
    }
    T one = made.get();
    return () -> one;
  }

  /** Starts daemon threads, numbered from 1, that repeat a step until the program ends. */
  static List<Thread> start(int count, String name, Step step) {
    return beside(
        count,
        name,
        () -> {
          step.run();
          STEPS.increment();
        });
  }

  /** The same for threads whose steps aren't what the program is for. */
  static List<Thread> beside(int count, String name, Step step) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      Thread thread = new Thread(() -> repeat(step), name + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    return threads;
  }

  private static void repeat(Step step) {
    try {
      while (true) {
        step.run();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same amount of arithmetic always: about so many milliseconds of a core. */
  static void work(double millis) {
    long x = sink;
    for (long left = (long) (millis * ROUNDS_PER_MILLI); left > 0; left--) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    sink = x;
  }

  /** Sleeps. */
  static void pause(long millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis);
  }

  /**
   * Waits for so long, and prints the rate of steps after the first fifth of it, and the CPU time
   * that the process used meanwhile.
   */
  static void measure(Duration time) {
    standBy(time.dividedBy(5));
    long before = STEPS.sum();
    Duration used = used();
    long since = System.nanoTime();
    standBy(time.multipliedBy(4).dividedBy(5));
    double seconds = (System.nanoTime() - since) / 1e9;
    double cores = used().minus(used).toNanos() / 1e9 / seconds;
    System.out.printf(Locale.ROOT, "rate %.3f ops/s%n", (STEPS.sum() - before) / seconds);
    System.out.printf(Locale.ROOT, "cores %.4f%n", cores);
  }

  private static Duration used() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Waits in a way that isn't a sleep, as main threads do. */
  private static void standBy(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(Acts.class, left);
    }
  }
}
