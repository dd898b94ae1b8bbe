package dev.uncork.cli.calibrate;

import dev.uncork.cli.measure.CpuClock;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The program that calibrates: threads that work, take a lock, hold it, and give it back.
 *
 * <p>Prints a line {@code class holdNanos workNanos threads operationsPerSecond othersCpuShare} for
 * each point; one that other processes disturbed is measured again, a few times at most. Work and
 * hold times are exponentially distributed, as the model assumes, and take CPU time.
 */
public final class HandOffProbe {
  static final long[] HOLD_NANOS = {100, 1_000, 10_000};
  static final int[] WORK_PERCENT_OF_HOLD = {25, 100, 400};
  static final int ROUNDS = 5;

  /** Others' share of the CPUs from which on a point is disturbed; the kernel counts in 10 ms. */
  static final double DISTURBED_SHARE = 0.15;

  private static final int ATTEMPTS = 4;

  /** Between two counts, so that they lie on different cache lines. */
  private static final int SPACED = 16;

  private HandOffProbe() {}

  /** A critical section under some lock. */
  interface Section {
    void run(long holdNanos);
  }

  /**
   * Measures.
   *
   * @param args threads, and milliseconds for each point
   */
  public static void main(String[] args) throws InterruptedException {
    int threads = Integer.parseInt(args[0]);
    long millis = Long.parseLong(args[1]);
    for (LockClass lockClass : LockClass.values()) {
      measure(section(lockClass), threads, 1_000, 1_000, millis); // Compiles it.
    }
    // What disturbs the machine for a while then spoils one round of a point, not all.
    for (int round = 0; round < ROUNDS; round++) {
      for (LockClass lockClass : LockClass.values()) {
        for (long hold : HOLD_NANOS) {
          for (int percent : WORK_PERCENT_OF_HOLD) {
            for (int n : new int[] {1, threads}) {
              long work = hold * percent / 100;
              String found = undisturbed(section(lockClass), n, hold, work, millis);
              System.out.println(lockClass + " " + hold + " " + work + " " + n + " " + found);
            }
          }
        }
      }
    }
  }

  private static String undisturbed(
      Section section, int threads, long holdNanos, long workNanos, long millis)
      throws InterruptedException {
    double rate = 0;
    double others = 1;
    for (int attempt = 0; attempt < ATTEMPTS && others > DISTURBED_SHARE; attempt++) {
      Optional<CpuClock> before = CpuClock.read();
      double found = measure(section, threads, holdNanos, workNanos, millis);
      Optional<CpuClock> after = CpuClock.read();
      double share =
          before.isPresent() && after.isPresent() ? after.get().othersShareSince(before.get()) : 0;
      if (share < others || attempt == 0) {
        others = share;
        rate = found;
      }
    }
    return String.format(Locale.ROOT, "%.1f %.3f", rate, others);
  }

  static Section section(LockClass lockClass) {
    return switch (lockClass) {
      case MONITOR -> {
        Object monitor = new Object();
        yield hold -> {
          synchronized (monitor) {
            Spin.nanos(hold);
          }
        };
      }
      case REENTRANT -> under(new ReentrantLock());
      case FAIR -> under(new ReentrantLock(true));
      case READ_WRITE -> under(new ReentrantReadWriteLock().writeLock());
      case SPIN -> {
        AtomicBoolean taken = new AtomicBoolean();
        yield hold -> {
          while (taken.get() || !taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
          }
          Spin.nanos(hold);
          taken.setRelease(false); // Pairs with the compare-and-set of the next holder.
        };
      }
    };
  }

  private static Section under(Lock lock) {
    return hold -> {
      lock.lock();
      try {
        Spin.nanos(hold);
      } finally {
        lock.unlock();
      }
    };
  }

  private static double measure(
      Section section, int threads, long holdNanos, long workNanos, long millis)
      throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(threads);
    AtomicLongArray counts = new AtomicLongArray(threads * SPACED);
    AtomicBoolean stop = new AtomicBoolean();
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int own = i * SPACED;
      workers[i] =
          new Thread(
              () -> {
                Exponential work = new Exponential(own + 1L);
                ready.countDown();
                long operations = 0;
                while (!stop.get()) {
                  Spin.nanos(work.next(workNanos));
                  section.run(work.next(holdNanos));
                  counts.setOpaque(own, ++operations);
                }
              });
      workers[i].start();
    }
    ready.await();
    // A convoy needs a while to form, and the kernel one to spread the threads over the cores.
    Thread.sleep(millis / 2);
    long before = sum(counts);
    long start = System.nanoTime();
    Thread.sleep(millis);
    long after = sum(counts);
    double seconds = (System.nanoTime() - start) / 1e9;
    stop.set(true);
    for (Thread worker : workers) {
      worker.join();
    }
    return (after - before) / seconds;
  }

  private static long sum(AtomicLongArray counts) {
    long sum = 0;
    for (int i = 0; i < counts.length(); i += SPACED) {
      sum += counts.getOpaque(i);
    }
    return sum;
  }

  /** Spends time on the CPU. */
  static final class Spin {
    private Spin() {}

    static void nanos(long nanos) {
      long end = System.nanoTime() + nanos;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }

  /** Exponentially distributed numbers, from a table, so that drawing one costs little. */
  static final class Exponential {
    private static final int SIZE = 1024;
    private static final double[] QUANTILES = new double[SIZE];
    private long state;

    static {
      for (int i = 0; i < SIZE; i++) {
        QUANTILES[i] = -Math.log(1 - (i + 0.5) / SIZE);
      }
    }

    Exponential(long seed) {
      state = seed * 0x9E3779B97F4A7C15L + 1;
    }

    long next(long mean) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      return (long) (mean * QUANTILES[(int) (state >>> 40) & (SIZE - 1)]);
    }
  }
}
