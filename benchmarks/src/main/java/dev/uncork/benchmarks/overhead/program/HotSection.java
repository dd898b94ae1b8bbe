package dev.uncork.benchmarks.overhead.program;

/**
 * A hot lock for as long as it takes to measure its demand: threads that work for about a
 * microsecond, then take one monitor for about a fifth of that.
 *
 * <p>Result: CPU time of the whole process per operation between two times after the start.
 *
 * <p>Arguments: {@code THREADS FROM_SECOND TO_SECOND}.
 */
public final class HotSection {
  /** Longs between two threads' counters, so that they share no cache line. */
  private static final int SPACED = 16;

  private static final int WORK_STEPS = 400;
  private static final int SECTION_STEPS = 80;

  private static long shared;
  private static volatile boolean finished;

  private HotSection() {}

  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[0]);
    long[] operations = new long[count * SPACED];
    Thread[] threads = new Thread[count];
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      int own = i * SPACED;
      threads[i] = new Thread(() -> operate(operations, own), "worker-" + i);
      threads[i].start();
    }
    sleepUntil(start, Double.parseDouble(args[1]));
    Expense expense = new Expense();
    long before = sum(operations);
    sleepUntil(start, Double.parseDouble(args[2]));
    expense.print(sum(operations) - before);
    finished = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void sleepUntil(long start, double seconds) throws InterruptedException {
    long left = (long) (seconds * 1e9) - (System.nanoTime() - start);
    Thread.sleep(Math.max(0, left / 1_000_000));
  }

  /** Racy, and good enough: a thread is a few operations further than its counter shows. */
  private static long sum(long[] operations) {
    long sum = 0;
    for (int i = 0; i < operations.length; i += SPACED) {
      sum += operations[i];
    }
    return sum;
  }

  private static void operate(long[] operations, int own) {
    long state = own + 1L;
    while (!finished) {
      state = steps(state, WORK_STEPS);
      section(state);
      operations[own]++;
    }
  }

  private static synchronized void section(long state) {
    shared += steps(state, SECTION_STEPS);
  }

  /** Work that can't be left out: each step needs the one before. */
  private static long steps(long state, int count) {
    long next = state;
    for (int i = 0; i < count; i++) {
      next ^= next << 13;
      next ^= next >>> 7;
      next ^= next << 17;
    }
    return next;
  }
}
