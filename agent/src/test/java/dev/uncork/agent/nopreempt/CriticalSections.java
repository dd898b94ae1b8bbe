package dev.uncork.agent.nopreempt;

import dev.uncork.boot.NonPreemption;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Critical sections with all kinds of ends; each says how deep it was inside. */
final class CriticalSections {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition condition = lock.newCondition();
  private final Object monitor = new Object();

  int block(boolean fail) {
    synchronized (monitor) {
      if (fail) {
        throw new IllegalStateException("in a block");
      }
      return NonPreemption.depth();
    }
  }

  int blockInLoop() {
    int depth = 0;
    for (int i = 0; i < 3; i++) {
      synchronized (monitor) {
        if (i == 1) {
          continue;
        }
        depth = NonPreemption.depth();
      }
    }
    return depth;
  }

  @SuppressWarnings("NullAway")
  void blockOnNull() {
    @Nullable Object none = System.nanoTime() == 0 ? monitor : null;
    synchronized (none) {
      throw new AssertionError("not reached");
    }
  }

  synchronized int method(boolean fail) {
    if (fail) {
      throw new IllegalStateException("in a method");
    }
    return NonPreemption.depth();
  }

  static synchronized int staticMethod() {
    return NonPreemption.depth();
  }

  synchronized int methodThatCatches() {
    try {
      throw new IllegalStateException("inside");
    } catch (IllegalStateException e) {
      return NonPreemption.depth();
    }
  }

  int nested() {
    synchronized (monitor) {
      return method(false);
    }
  }

  int nestedFailure() {
    synchronized (monitor) {
      try {
        method(true);
      } catch (IllegalStateException e) {
        return NonPreemption.depth();
      }
      return -1;
    }
  }

  int locked(boolean fail) {
    lock.lock();
    try {
      if (fail) {
        throw new IllegalStateException("under the lock");
      }
      return NonPreemption.depth();
    } finally {
      lock.unlock();
    }
  }

  int lockedPlainly(int @Nullable [] numbers) {
    lock.lock();
    int depth = NonPreemption.depth() + (numbers == null ? 1 / zero() : numbers.length);
    lock.unlock();
    return depth;
  }

  private static int zero() {
    return 0;
  }

  int lockedByInterface(Lock any, Callable<Integer> body) throws Exception {
    any.lockInterruptibly();
    try {
      return body.call();
    } finally {
      any.unlock();
    }
  }

  int waitsInBlock() throws InterruptedException {
    synchronized (monitor) {
      monitor.wait(1);
      return NonPreemption.depth();
    }
  }

  int waitsOnCondition() throws InterruptedException {
    lock.lock();
    try {
      condition.awaitNanos(1);
      return NonPreemption.depth();
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
