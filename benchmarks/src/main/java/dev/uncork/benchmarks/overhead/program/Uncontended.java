package dev.uncork.benchmarks.overhead.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Uncontended locking: one thread, one monitor and one {@code ReentrantLock} in turn.
 *
 * <p>Result: CPU time of the thread per pair of acquires, median over batches.
 *
 * <p>Arguments: {@code BATCHES}.
 */
public final class Uncontended {
  private static final int BATCH = 1_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  private long monitorCount;
  private long lockCount;

  private Uncontended() {}

  public static void main(String[] args) {
    Uncontended subject = new Uncontended();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int batches = Integer.parseInt(args[0]);
    double[] nanosPerPair = new double[batches];
    for (int b = 0; b < batches; b++) {
      long before = threads.getCurrentThreadCpuTime();
      subject.runBatch();
      nanosPerPair[b] = (threads.getCurrentThreadCpuTime() - before) / (double) BATCH;
    }
    if (subject.monitorCount != subject.lockCount) {
      throw new AssertionError("lost update");
    }
    double[] steady = Arrays.copyOfRange(nanosPerPair, batches / 3, batches);
    Arrays.sort(steady);
    System.out.printf(Locale.ROOT, "result: %.3f%n", steady[steady.length / 2]);
  }

  private void runBatch() {
    for (int i = 0; i < BATCH; i++) {
      countUnderMonitor();
      countUnderLock();
    }
  }

  private synchronized void countUnderMonitor() {
    monitorCount++;
  }

  private void countUnderLock() {
    lock.lock();
    try {
      lockCount++;
    } finally {
      lock.unlock();
    }
  }
}
