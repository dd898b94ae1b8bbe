package dev.uncork.boot.work;

import org.jspecify.annotations.Nullable;

/**
 * What some methods of the program call when they are entered, while the program's work is measured
 * by their calls.
 *
 * <p>Each thread counts in a cell of its own, found by its id: one counter for all would be what
 * holds them up. Threads whose ids are equal modulo {@link #CELLS} share one, and may lose counts
 * there. Nothing is allocated, no lock is taken and nothing is thrown.
 */
public final class CallHooks {
  /** Methods whose calls can be counted at a time. */
  public static final int MAX_SITES = 8;

  private static final int CELLS = 256;

  /** Longs from one thread's cell to the next: two cache lines, since processors fetch in pairs. */
  private static final int STRIDE = 16;

  private static volatile long @Nullable [] cells;

  private CallHooks() {}

  /** Makes ready to count, all from 0. */
  public static void arm() {
    cells = new long[MAX_SITES * CELLS * STRIDE];
  }

  /** Forgets all; calls that still come in do nothing. */
  public static void disarm() {
    cells = null;
  }

  /** A method was entered. */
  public static void called(int site) {
    try {
      long[] armed = cells;
      if (armed != null) {
        armed[place(site, (int) Thread.currentThread().getId() & (CELLS - 1))]++;
      }
    } catch (Throwable ignored) {
      // A lost count is better than an error in the application.
    }
  }

  private static int place(int site, int cell) {
    return (site * CELLS + cell) * STRIDE;
  }

  /** Calls counted so far; 0 when not armed. */
  public static long count(int site) {
    long[] armed = cells;
    long sum = 0;
    if (armed != null) {
      for (int cell = 0; cell < CELLS; cell++) {
        sum += armed[place(site, cell)];
      }
    }
    return sum;
  }
}
