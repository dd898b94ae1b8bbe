package dev.uncork.benchmarks.prediction;

import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A critical section under some class of lock. */
interface Section {
  void run(Runnable body);

  static Section under(LockClass lockClass) {
    return switch (lockClass) {
      case MONITOR -> {
        Object monitor = new Object();
        yield body -> {
          synchronized (monitor) {
            body.run();
          }
        };
      }
      case REENTRANT -> under(new ReentrantLock());
      case FAIR -> under(new ReentrantLock(true));
      case READ_WRITE -> under(new ReentrantReadWriteLock().writeLock());
      case SPIN -> {
        AtomicBoolean taken = new AtomicBoolean();
        yield body -> {
          while (taken.get() || !taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
          }
          body.run();
          taken.setRelease(false); // Pairs with the compare-and-set of the next holder.
        };
      }
    };
  }

  private static Section under(Lock lock) {
    return body -> {
      lock.lock();
      try {
        body.run();
      } finally {
        lock.unlock();
      }
    };
  }
}
