package dev.uncork.benchmarks.preemption.program;

import dev.uncork.concurrent.TickLock;
import dev.uncork.workloads.sections.Tally;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The lock that all threads share, if any, and the section under it. */
abstract class SharedLock {
  private long turn;

  /** One section; the caller's clock tells when it began to want it. */
  abstract void section(Tally tally, int units);

  /**
   * A lock by its name.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  static SharedLock named(String name) {
    return switch (name) {
      case "monitor" -> new Monitor();
      case "reentrant" -> new Explicit(new ReentrantLock());
      case "fair" -> new Explicit(new ReentrantLock(true));
      case "tick" -> new Explicit(new TickLock());
      case "none" -> new None();
      default ->
          throw new IllegalArgumentException(
              "lock '" + name + "': expected monitor, reentrant, fair, tick or none");
    };
  }

  /** What is done while the lock is held. */
  final void inside(Tally tally, long wantedNanos, int units) {
    long beginNanos = System.nanoTime();
    long mine = turn++;
    Busy.units(units);
    tally.section(mine, beginNanos - wantedNanos, System.nanoTime() - beginNanos);
  }

  private static final class Monitor extends SharedLock {
    @Override
    void section(Tally tally, int units) {
      long wantedNanos = System.nanoTime();
      synchronized (this) {
        inside(tally, wantedNanos, units);
      }
    }
  }

  /** Sections of all threads at once: what the scheduler does by itself. */
  private static final class None extends SharedLock {
    @Override
    void section(Tally tally, int units) {
      long beginNanos = System.nanoTime();
      Busy.units(units);
      tally.section(0, 0, System.nanoTime() - beginNanos);
    }
  }

  private static final class Explicit extends SharedLock {
    private final Lock lock;

    Explicit(Lock lock) {
      this.lock = lock;
    }

    @Override
    void section(Tally tally, int units) {
      long wantedNanos = System.nanoTime();
      lock.lock();
      try {
        inside(tally, wantedNanos, units);
      } finally {
        lock.unlock();
      }
    }
  }
}
