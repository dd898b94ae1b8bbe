package dev.uncork.workloads.synchmeth;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** The counter that all threads increment, with some work done while it is held. */
abstract class SharedCounter {
  /** Increments, after the work inside the critical section. */
  abstract void increment();

  abstract long value();

  /** The kinds to choose from. */
  enum Kind {
    /** A synchronized method. */
    MONITOR {
      @Override
      SharedCounter create(int workInside) {
        return workInside == 0 ? new Monitor() : new BusyMonitor(workInside);
      }
    },
    /** A {@code ReentrantLock} that lets newcomers overtake. */
    REENTRANT {
      @Override
      SharedCounter create(int workInside) {
        return new Explicit(new ReentrantLock(), workInside);
      }
    },
    /** A {@code ReentrantLock} in the order of arrival. */
    FAIR {
      @Override
      SharedCounter create(int workInside) {
        return new Explicit(new ReentrantLock(true), workInside);
      }
    },
    /** No lock; the work inside is done before the atomic increment. */
    ATOMIC {
      @Override
      SharedCounter create(int workInside) {
        return new Atomic(workInside);
      }
    };

    /** Makes one that does so many units of work while it is held. */
    abstract SharedCounter create(int workInside);

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The counter of the paper, and nothing else. */
  private static final class Monitor extends SharedCounter {
    private long count;

    @Override
    synchronized void increment() {
      count++;
    }

    @Override
    synchronized long value() {
      return count;
    }
  }

  /** The same with work inside. */
  private static final class BusyMonitor extends SharedCounter {
    private final int workInside;
    private long count;

    BusyMonitor(int workInside) {
      this.workInside = workInside;
    }

    @Override
    synchronized void increment() {
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
    private final int workInside;
    private long count;

    Explicit(ReentrantLock lock, int workInside) {
      this.lock = lock;
      this.workInside = workInside;
    }

    @Override
    void increment() {
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
    private final int workInside;

    Atomic(int workInside) {
      this.workInside = workInside;
    }

    @Override
    void increment() {
      Work.units(workInside);
      count.incrementAndGet();
    }

    @Override
    long value() {
      return count.get();
    }
  }
}
