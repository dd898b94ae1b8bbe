package dev.uncork.workloads.http;

import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/** The number of requests served, in all and in the current second. */
interface RateCounter {
  void count(long nowNanos);

  long total();

  static RateCounter create(PartKind kind) {
    return switch (kind) {
      case LOCKED -> new Locked();
      case FAIR -> new Fair();
      case CONCURRENT -> new Concurrent();
    };
  }

  /** Plain fields behind one lock. */
  class Locked implements RateCounter {
    private long total;
    private long second;
    private long inThisSecond;
    private long highestRate;

    @Override
    public synchronized void count(long nowNanos) {
      long now = nowNanos / 1_000_000_000L;
      if (now != second) {
        highestRate = Math.max(highestRate, inThisSecond);
        second = now;
        inThisSecond = 0;
      }
      inThisSecond++;
      total++;
    }

    @Override
    public synchronized long total() {
      return total;
    }

    synchronized long highestRate() {
      return Math.max(highestRate, inThisSecond);
    }
  }

  /** Threads queue for the lock, and are served in that order. */
  final class Fair extends Locked {
    private final ReentrantLock lock = new ReentrantLock(true);

    @Override
    public void count(long nowNanos) {
      lock.lock();
      try {
        super.count(nowNanos);
      } finally {
        lock.unlock();
      }
    }
  }

  /** A striped adder. */
  final class Concurrent implements RateCounter {
    private final LongAdder total = new LongAdder();

    @Override
    public void count(long nowNanos) {
      total.increment();
    }

    @Override
    public long total() {
      return total.sum();
    }
  }
}
