package dev.uncork.boottest;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Blocked acquires and waits of which the number is known, because the holder of a lock lets go
 * only when it has seen that every waiter is blocked.
 */
final class Waiters {
  private final boolean virtual;

  Waiters(boolean virtual) {
    this.virtual = virtual;
  }

  /** Lets this many new threads block on the monitor once; returns what they measured, in ns. */
  long block(Object lock, int threads, long holdNanos) throws Exception {
    AtomicLong waitedNanos = new AtomicLong();
    List<Thread> waiters = new ArrayList<>();
    synchronized (lock) {
      for (int i = 0; i < threads; i++) {
        waiters.add(start(() -> waitedNanos.addAndGet(acquire(lock))));
      }
      for (Thread waiter : waiters) {
        await(waiter, state -> state == Thread.State.BLOCKED);
      }
      long until = System.nanoTime() + holdNanos;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
    }
    for (Thread waiter : waiters) {
      waiter.join();
    }
    return waitedNanos.get();
  }

  private static long acquire(Object lock) {
    long startNanos = System.nanoTime();
    synchronized (lock) {
      return System.nanoTime() - startNanos;
    }
  }

  /** Lets new threads contend for the monitor, however often they block. */
  void contend(Object lock, int threads) throws Exception {
    List<Thread> contenders = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      contenders.add(
          start(
              () -> {
                synchronized (lock) {
                  StressProgram.spin(20_000);
                }
              }));
    }
    for (Thread contender : contenders) {
      contender.join();
    }
  }

  /** Lets one thread wait on the monitor so often, notified by this one. */
  void waitAndNotify(Object lock, int times) throws Exception {
    boolean[] notified = new boolean[1];
    Thread waiter = start(() -> waitFor(lock, notified, times));
    for (int i = 0; i < times; i++) {
      boolean done = false;
      while (!done) {
        await(waiter, state -> state == Thread.State.WAITING || state == Thread.State.TERMINATED);
        synchronized (lock) {
          done = !notified[0];
          notified[0] = true;
          lock.notifyAll();
        }
      }
    }
    waiter.join();
  }

  // Only the notifier sets the flag, so that it knows of each single wait.
  private static void waitFor(Object lock, boolean[] notified, int times) {
    try {
      synchronized (lock) {
        for (int i = 0; i < times; i++) {
          lock.wait();
          if (!notified[0]) {
            throw new IllegalStateException("spurious wake-up: the truth is unknown");
          }
          notified[0] = false;
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(Thread thread, Predicate<Thread.State> condition) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.test(thread.getState())) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(thread + " is " + thread.getState() + " after 60 s");
      }
      Thread.yield();
    }
  }

  Thread start(Runnable task) throws Exception {
    if (virtual) {
      Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
      return (Thread) start.invoke(null, task);
    }
    Thread thread = new Thread(task, "waiter");
    thread.start();
    return thread;
  }
}
