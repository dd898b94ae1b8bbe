package dev.uncork.systemtests.program;

import java.util.concurrent.atomic.LongAdder;

/**
 * A program with a number of workers, for {@code uncork sweep}: workers do operations that take a
 * while without using the CPU, so that its curve is the same on every machine, and reports them.
 * Arguments: workers, milliseconds to run, and {@code wrong} for a run that ends well with a wrong
 * result.
 */
public final class Scalable {
  private static final long OPERATION_MILLIS = 5;

  private Scalable() {}

  /** Runs for the time given. */
  public static void main(String[] args) throws InterruptedException {
    int workers = Integer.parseInt(args[0]);
    long endNanos = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000;
    LongAdder operations = new LongAdder();
    Thread[] threads = new Thread[workers];
    for (int i = 0; i < workers; i++) {
      threads[i] = new Thread(() -> work(endNanos, operations));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double rate = operations.sum() * 1_000.0 / Long.parseLong(args[1]);
    System.out.println("done " + rate + " ops/s, setting " + System.getProperty("setting"));
    System.out.println(args.length > 2 ? "wrong" : "right");
  }

  private static void work(long endNanos, LongAdder operations) {
    while (System.nanoTime() < endNanos) {
      try {
        Thread.sleep(OPERATION_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
      operations.increment();
    }
  }
}
