package dev.uncork.agent.observe.demand;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Critical sections of all shapes, to be rewritten. */
public final class Sections implements Runnable {
  private static final int ROUNDS = 640;

  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition condition = lock.newCondition();
  private int value;

  @Override
  public void run() {
    for (int i = 0; i < ROUNDS; i++) {
      block(i);
      method(i);
      staticMethod(i);
      juc(i);
      tried();
      failing(i);
      nested(i);
    }
    awaiting();
  }

  private void block(int i) {
    synchronized (monitor) {
      for (int j = 0; j < i; j++) {
        if (j == 100) {
          return;
        }
        value += j;
      }
    }
  }

  private synchronized int method(int i) {
    return i % 2 == 0 ? value : again(i);
  }

  private synchronized int again(int i) {
    return value + i;
  }

  private static synchronized long staticMethod(int i) {
    return i;
  }

  private void juc(int i) {
    lock.lock();
    try {
      value += i;
    } finally {
      lock.unlock();
    }
  }

  private boolean tried() {
    if (lock.tryLock()) {
      lock.unlock();
      return true;
    }
    return false;
  }

  private void failing(int i) {
    try {
      fail(i);
    } catch (IllegalStateException e) {
      value++;
    }
  }

  private void fail(int i) {
    synchronized (monitor) {
      throw new IllegalStateException("round " + i);
    }
  }

  private void nested(int i) {
    try {
      synchronized (monitor) {
        synchronized (condition) {
          if (i % 2 == 0) {
            throw new IllegalStateException("round " + i);
          }
          value++;
        }
      }
    } catch (IllegalStateException e) {
      value--;
    }
    if (Thread.holdsLock(monitor) || Thread.holdsLock(condition)) {
      throw new AssertionError("a lock was not given back");
    }
  }

  private void awaiting() {
    lock.lock();
    try {
      long nanos = condition.awaitNanos(1);
      value += nanos > 0 ? 1 : 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
