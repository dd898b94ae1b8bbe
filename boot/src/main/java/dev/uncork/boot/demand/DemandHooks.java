package dev.uncork.boot.demand;

import org.jspecify.annotations.Nullable;

/**
 * What the methods that hold the hottest locks call while their demand is measured: counts of
 * acquisitions and the length of one critical section in 64.
 *
 * <p>A site is one method and one class of lock. Each thread counts in a cell of its own, found by
 * its id; threads whose ids are equal modulo {@link #CELLS} share one, and may lose counts there. A
 * section that ends by an exception, or in which the thread waits, gives no length. Nothing is
 * allocated, no lock is taken and nothing is thrown.
 */
public final class DemandHooks {
  /** Sites that can be measured at a time. */
  public static final int MAX_SITES = 64;

  /** One section in so many is timed; a power of 2. */
  public static final int SAMPLE_EVERY = 64;

  /** Lengths kept for each site; later ones replace the first. */
  public static final int MAX_SAMPLES = 2048;

  private static final int CELLS = 256;

  /** Longs from one thread's cell to the next, so that no two share a cache line. */
  private static final int STRIDE = 8;

  private static final int COUNT = 0;
  private static final int START = 1;
  private static final int DEPTH = 2;
  private static final int TIMED = 3;

  private static volatile Site @Nullable [] sites;

  private static final class Site {
    final String lockClass;
    final boolean exactClass;
    final long[] cells = new long[CELLS * STRIDE];
    final long[] samples = new long[MAX_SAMPLES];
    volatile int taken;

    // Learnt from the first object: a benign race, since all threads learn the same.
    @Nullable Class<?> matching;

    Site(String lockClass, boolean exactClass) {
      this.lockClass = lockClass;
      this.exactClass = exactClass;
    }

    boolean concerns(Object lock) {
      Class<?> type = lock.getClass();
      if (type == matching) {
        return true;
      }
      String name = type.getName();
      // The synchronizer inside is what blocks, but the lock around it is what methods hold.
      int nested = name.indexOf('$');
      boolean same =
          exactClass
              ? name.equals(lockClass)
              : lockClass.startsWith(nested < 0 ? name : name.substring(0, nested));
      if (same) {
        matching = type;
      }
      return same;
    }
  }

  private DemandHooks() {}

  /**
   * Makes ready to measure.
   *
   * @param lockClasses for each site, the class whose instances it is about
   * @param exactClasses whether it must be that very class; otherwise the lock around it counts
   */
  public static void arm(String[] lockClasses, boolean[] exactClasses) {
    Site[] fresh = new Site[lockClasses.length];
    for (int i = 0; i < fresh.length; i++) {
      fresh[i] = new Site(lockClasses[i], exactClasses[i]);
    }
    sites = fresh;
  }

  /** Forgets all; calls that still come in do nothing. */
  public static void disarm() {
    sites = null;
  }

  /** The lock was just taken. */
  public static void acquired(@Nullable Object lock, int firstSite, int lastSite) {
    try {
      Site[] armed = sites;
      if (armed == null || lock == null) {
        return;
      }
      for (int i = firstSite; i <= lastSite; i++) {
        Site site = armed[i];
        if (site.concerns(lock)) {
          count(site);
          return;
        }
      }
    } catch (Throwable ignored) {
      // A lost count is better than an error in the application's critical section.
    }
  }

  private static void count(Site site) {
    long[] cells = site.cells;
    int cell = cell();
    if (cells[cell + TIMED] != 0) {
      cells[cell + DEPTH]++;
    }
    if ((++cells[cell + COUNT] & (SAMPLE_EVERY - 1)) == 0) {
      cells[cell + DEPTH] = 0;
      cells[cell + TIMED] = 1;
      cells[cell + START] = System.nanoTime();
    }
  }

  /** The lock is about to be given back. */
  public static void releasing(@Nullable Object lock, int firstSite, int lastSite) {
    try {
      Site[] armed = sites;
      if (armed == null || lock == null) {
        return;
      }
      for (int i = firstSite; i <= lastSite; i++) {
        Site site = armed[i];
        if (site.concerns(lock)) {
          finish(site);
          return;
        }
      }
    } catch (Throwable ignored) {
      // As above.
    }
  }

  private static void finish(Site site) {
    long[] cells = site.cells;
    int cell = cell();
    if (cells[cell + TIMED] == 0) {
      return;
    }
    if (cells[cell + DEPTH] > 0) {
      cells[cell + DEPTH]--;
      return;
    }
    long nanos = System.nanoTime() - cells[cell + START];
    cells[cell + TIMED] = 0;
    // Two threads may write one place: a sample is lost then.
    int next = site.taken;
    site.samples[next & (MAX_SAMPLES - 1)] = nanos;
    site.taken = next + 1;
  }

  /** The thread is about to wait with the lock given back: the section has no length. */
  public static void waiting(int firstSite, int lastSite) {
    try {
      Site[] armed = sites;
      if (armed == null) {
        return;
      }
      for (int i = firstSite; i <= lastSite; i++) {
        armed[i].cells[cell() + TIMED] = 0;
      }
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /**
   * The result of a {@code tryLock}, which is counted if it succeeded.
   *
   * @return {@code taken}
   */
  public static boolean tried(@Nullable Object lock, boolean taken, int firstSite, int lastSite) {
    if (taken) {
      acquired(lock, firstSite, lastSite);
    }
    return taken;
  }

  private static int cell() {
    return (int) (Thread.currentThread().getId() & (CELLS - 1)) * STRIDE;
  }

  /** Acquisitions counted at a site so far; 0 when not armed. */
  public static long count(int site) {
    Site[] armed = sites;
    long sum = 0;
    if (armed != null) {
      for (int cell = 0; cell < CELLS; cell++) {
        sum += armed[site].cells[cell * STRIDE + COUNT];
      }
    }
    return sum;
  }

  /** Lengths of critical sections of a site, in nanoseconds, in no order. */
  public static long[] samples(int site) {
    Site[] armed = sites;
    if (armed == null) {
      return new long[0];
    }
    long[] copy = new long[Math.min(MAX_SAMPLES, armed[site].taken)];
    System.arraycopy(armed[site].samples, 0, copy, 0, copy.length);
    return copy;
  }
}
