package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.boot.nopreempt.NonPreemption;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Critical sections with all kinds of ends; each says whether it asked inside. */
final class CriticalSections {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition condition = lock.newCondition();
  private final Object monitor = new Object();

  boolean block(boolean fail) {
    synchronized (monitor) {
      if (fail) {
        throw new IllegalStateException("in a block");
      }
      return NonPreemption.requested();
    }
  }

  boolean blockInLoop() {
    boolean asked = false;
    for (int i = 0; i < 3; i++) {
      synchronized (monitor) {
        if (i == 1) {
          continue;
        }
        asked = NonPreemption.requested();
      }
    }
    return asked;
  }

  @SuppressWarnings("NullAway")
  void blockOnNull() {
    @Nullable Object none = System.nanoTime() == 0 ? monitor : null;
    synchronized (none) {
      throw new AssertionError("not reached");
    }
  }

  synchronized boolean method(boolean fail) {
    if (fail) {
      throw new IllegalStateException("in a method");
    }
    return NonPreemption.requested();
  }

  boolean callsMethod() {
    return method(false);
  }

  synchronized boolean methodThatCalls() {
    return method(false);
  }

  static synchronized boolean staticMethod() {
    return NonPreemption.requested();
  }

  synchronized boolean methodThatCatches() {
    try {
      throw new IllegalStateException("inside");
    } catch (IllegalStateException e) {
      return NonPreemption.requested();
    }
  }

  boolean blockAround(Callable<Boolean> body) throws Exception {
    synchronized (monitor) {
      return body.call();
    }
  }

  synchronized boolean methodAround(Callable<Boolean> body) throws Exception {
    return body.call();
  }

  /** Two sections of one method, the inner ended by an exception; variables of two slots. */
  boolean nestedInOneMethod(double scale, Callable<Boolean> between) throws Exception {
    long sum = 0;
    for (int i = 0; i < 3; i++) {
      double part = i * scale;
      synchronized (monitor) {
        try {
          synchronized (condition) {
            sum += (long) part;
            if (i == 1) {
              throw new IllegalStateException("in the inner one");
            }
          }
        } catch (IllegalStateException e) {
          sum++;
        }
        if (!between.call()) {
          return false;
        }
      }
    }
    return sum > 0;
  }

  boolean nested() {
    synchronized (monitor) {
      return method(false);
    }
  }

  boolean nestedFailure() {
    synchronized (monitor) {
      try {
        method(true);
      } catch (IllegalStateException e) {
        return NonPreemption.requested();
      }
      return false;
    }
  }

  boolean locked(boolean fail) {
    lock.lock();
    try {
      if (fail) {
        throw new IllegalStateException("under the lock");
      }
      return NonPreemption.requested();
    } finally {
      lock.unlock();
    }
  }

  boolean lockedPlainly(int @Nullable [] numbers) {
    lock.lock();
    boolean asked = NonPreemption.requested() && (numbers == null ? 1 / zero() : 0) == 0;
    lock.unlock();
    return asked;
  }

  private static int zero() {
    return 0;
  }

  boolean lockedByInterface(Lock any, Callable<Boolean> body) throws Exception {
    any.lockInterruptibly();
    try {
      return body.call();
    } finally {
      any.unlock();
    }
  }

  boolean waitsInBlock() throws InterruptedException {
    synchronized (monitor) {
      monitor.wait(1);
      return NonPreemption.requested();
    }
  }

  boolean waitsInterrupted() {
    synchronized (monitor) {
      try {
        Thread.currentThread().interrupt();
        monitor.wait();
      } catch (InterruptedException e) {
        return NonPreemption.requested();
      }
      return true;
    }
  }

  boolean waitsOnCondition() throws InterruptedException {
    lock.lock();
    try {
      condition.awaitNanos(1);
      return NonPreemption.requested();
    } finally {
      lock.unlock();
    }
  }

  void takesAndKeeps() {
    lock.lock();
  }

  void givesBack() {
    lock.unlock();
  }

  boolean tries() {
    if (lock.tryLock()) {
      lock.unlock();
      return true;
    }
    return false;
  }
}
