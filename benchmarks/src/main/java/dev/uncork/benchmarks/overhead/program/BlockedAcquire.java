package dev.uncork.benchmarks.overhead.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * CPU time that a thread spends on one acquire that certainly blocks.
 *
 * <p>The main thread holds the lock until the waiter is seen blocked at it, so every measured
 * acquire blocks exactly once. Result: the lower quartile over the acquires after warm-up, since
 * before some of them HotSpot spins in vain, which costs more than all observers. What an observer
 * does at few acquires only, such as walking a stack, is not in it; {@link LockPingPong} measures
 * all.
 *
 * <p>Arguments: {@code monitor|juc ACQUIRES}.
 */
public final class BlockedAcquire {
  private static final Object MONITOR = new Object();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final int IDLE = 0;
  private static final int HELD = 1;
  private static final int DONE = 2;

  private static volatile int phase;
  private static volatile int entries;

  private BlockedAcquire() {}

  public static void main(String[] args) throws InterruptedException {
    boolean monitor = args[0].equals("monitor");
    int acquires = Integer.parseInt(args[1]);
    long[] cpuNanos = new long[acquires];
    Thread waiter = new Thread(() -> acquireAll(monitor, cpuNanos), "waiter");
    waiter.start();
    for (int i = 0; i < acquires; i++) {
      phase = IDLE;
      if (monitor) {
        synchronized (MONITOR) {
          announceAndAwait(waiter, Thread.State.BLOCKED);
        }
      } else {
        LOCK.lock();
        try {
          announceAndAwait(waiter, Thread.State.WAITING);
        } finally {
          LOCK.unlock();
        }
      }
      while (phase != DONE) {
        Thread.yield();
      }
    }
    waiter.join();
    System.out.printf(Locale.ROOT, "result: %.1f%n", lowerQuartileAfterWarmUp(cpuNanos));
  }

  private static void announceAndAwait(Thread waiter, Thread.State state) {
    phase = HELD;
    while (waiter.getState() != state) {
      Thread.yield();
    }
  }

  private static void acquireAll(boolean monitor, long[] cpuNanos) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (int i = 0; i < cpuNanos.length; i++) {
      while (phase != HELD) {
        Thread.yield();
      }
      long before = threads.getCurrentThreadCpuTime();
      if (monitor) {
        enterMonitor();
      } else {
        enterLock();
      }
      cpuNanos[i] = threads.getCurrentThreadCpuTime() - before;
      phase = DONE;
    }
  }

  private static void enterMonitor() {
    synchronized (MONITOR) {
      entries = 1;
    }
  }

  private static void enterLock() {
    LOCK.lock();
    try {
      entries = 2;
    } finally {
      LOCK.unlock();
    }
  }

  private static double lowerQuartileAfterWarmUp(long[] nanos) {
    long[] steady = Arrays.copyOfRange(nanos, nanos.length / 4, nanos.length);
    Arrays.sort(steady);
    return steady[steady.length / 4];
  }
}
