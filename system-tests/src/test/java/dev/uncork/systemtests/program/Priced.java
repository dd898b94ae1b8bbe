package dev.uncork.systemtests.program;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A program whose workers hold one monitor for a third of each operation, and that tells its
 * operations every second. Arguments: workers, seconds, and how it goes on: {@code steady}; {@code
 * slowing}, where operations get longer and longer; {@code mixed}, where each second has operations
 * of another kind.
 */
public final class Priced {
  private static final AtomicLong OPERATIONS = new AtomicLong();
  private static final long WORK_NANOS = 100_000;
  private static final long SECTION_NANOS = 50_000;

  /** Work grows by half in a second, so that a few seconds later it is another program. */
  private static final double GROWTH = 1.5;

  private static final long OTHER_KIND = 40;

  private static volatile long workNanos = WORK_NANOS;
  private static long work;

  private Priced() {}

  /** Runs for the time given. */
  public static void main(String[] args) throws InterruptedException {
    String mode = args.length > 2 ? args[2] : "steady";
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      Thread thread = new Thread(Worker::operate, "worker-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    for (int second = 0; second < Integer.parseInt(args[1]); second++) {
      switch (mode) {
        case "slowing" -> workNanos = (long) (WORK_NANOS * Math.pow(GROWTH, second));
        case "mixed" -> workNanos = second % 2 == 0 ? WORK_NANOS : OTHER_KIND * WORK_NANOS;
        default -> workNanos = WORK_NANOS;
      }
      Thread.sleep(1000);
      System.out.println("operations so far: " + OPERATIONS.get());
    }
  }

  /** A class of its own: in one that a thread is in a loop of, no lock's demand is measured. */
  private static final class Worker {
    static void operate() {
      while (true) {
        spin(workNanos);
        section();
        OPERATIONS.incrementAndGet();
      }
    }
  }

  private static synchronized void section() {
    spin(SECTION_NANOS);
  }

  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      work++;
    }
  }
}
