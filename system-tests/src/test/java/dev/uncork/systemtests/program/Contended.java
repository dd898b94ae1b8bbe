package dev.uncork.systemtests.program;

import java.util.concurrent.locks.LockSupport;

/** A program that contends on one lock until it is ended from outside. */
public final class Contended {
  /** The class of the lock, for the report to name. */
  static final class HotSpring {
    long visits;
  }

  private static final long HOLD_NANOS = 100_000;

  private Contended() {}

  public static void main(String[] args) {
    HotSpring spring = new HotSpring();
    int threads = Integer.parseInt(args[0]);
    for (int i = 0; i < threads; i++) {
      new Thread(() -> visit(spring), "visitor-" + i).start();
    }
    System.out.println("here " + ProcessHandle.current().pid());
    System.out.flush();
  }

  private static void visit(HotSpring spring) {
    for (; ; ) {
      synchronized (spring) {
        // Asleep, so that a test leaves the CPUs to what it tests.
        LockSupport.parkNanos(HOLD_NANOS);
        spring.visits++;
      }
    }
  }
}
