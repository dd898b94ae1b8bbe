package dev.uncork.workloads.waits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What the programs of this package have in common: threads, work, and an end. */
final class Acts {
  private static final long SPIN = 500;

  private static volatile long sink;

  private Acts() {}

  /** What a thread does again and again. */
  interface Step {
    void run() throws Exception;
  }

  /** Starts daemon threads, numbered from 1, that repeat a step until the program ends. */
  static List<Thread> start(int count, String name, Step step) {
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

  /** Keeps a core busy for about that long, if it gets one. */
  static void work(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    long x = sink;
    while (System.nanoTime() < end) {
      for (int i = 0; i < SPIN; i++) {
        x = x * 6364136223846793005L + 1442695040888963407L;
      }
    }
    sink = x;
  }

  /** {@link #work} of so many milliseconds. */
  static void work(double millis) {
    work(Duration.ofNanos((long) (millis * 1e6)));
  }

  /** Sleeps. */
  static void pause(long millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis);
  }

  /** Waits in a way that isn't a sleep, as main threads do. */
  static void standBy(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(Acts.class, left);
    }
  }
}
