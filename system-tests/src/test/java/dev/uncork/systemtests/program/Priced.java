package dev.uncork.systemtests.program;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A program whose workers hold one monitor for a third of each operation, and that tells its
 * operations every second. Arguments: workers, seconds.
 */
public final class Priced {
  private static final AtomicLong OPERATIONS = new AtomicLong();
  private static long work;

  private Priced() {}

  /** Runs for the time given. */
  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      Thread thread = new Thread(Priced::operate, "worker-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    for (int second = 0; second < Integer.parseInt(args[1]); second++) {
      Thread.sleep(1000);
      System.out.println("operations so far: " + OPERATIONS.get());
    }
  }

  private static void operate() {
    while (true) {
      spin(100_000);
      section();
      OPERATIONS.incrementAndGet();
    }
  }

  private static synchronized void section() {
    spin(50_000);
  }

  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      work++;
    }
  }
}
