package dev.uncork.workloads.synchmeth;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** The counter that all threads increment, with some work done while it is held. */
abstract class SharedCounter {
  /** Increments, after so many units of work inside the critical section. */
  abstract void increment(int workInside);

  abstract long value();

  /** The kinds to choose from. */
  enum Kind {
    /** A synchronized method. */
    MONITOR {
      @Override
      SharedCounter create() {
        return new Monitor();
      }
    },
    /** A {@code ReentrantLock} that lets newcomers overtake. */
    REENTRANT {
      @Override
      SharedCounter create() {
        return new Explicit(new ReentrantLock());
      }
    },
    /** A {@code ReentrantLock} in the order of arrival. */
    FAIR {
      @Override
      SharedCounter create() {
        return new Explicit(new ReentrantLock(true));
      }
    },
    /** No lock; the work inside is done before the atomic increment. */
    ATOMIC {
      @Override
      SharedCounter create() {
        return new Atomic();
      }
    };

    abstract SharedCounter create();

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final class Monitor extends SharedCounter {
    private long count;

    @Override
    synchronized void increment(int workInside) {
      Work.units(workInside);
      count++;
    }

    @Override
    synchronized long value() {
      return count;
    }
  }

  private static final class Explicit extends SharedCounter {
    private final ReentrantLock lock;
    private long count;

    Explicit(ReentrantLock lock) {
      this.lock = lock;
    }

    @Override
    void increment(int workInside) {
      lock.lock();
      try {
        Work.units(workInside);
        count++;
      } finally {
        lock.unlock();
      }
    }

    @Override
    long value() {
      lock.lock();
      try {
        return count;
      } finally {
        lock.unlock();
      }
    }
  }

  private static final class Atomic extends SharedCounter {
    private final AtomicLong count = new AtomicLong();

    @Override
    void increment(int workInside) {
      Work.units(workInside);
      count.incrementAndGet();
    }

    @Override
    long value() {
      return count.get();
    }
  }
}
