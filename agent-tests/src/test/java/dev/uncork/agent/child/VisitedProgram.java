package dev.uncork.agent.child;

import java.lang.reflect.Field;

/**
 * A program whose threads hold a monitor of one class. As soon as the demand of it is measured, the
 * main thread goes into a loop in that class, and leaves it when that is over; then it waits for
 * the end of its standard input.
 */
public final class VisitedProgram {
  private static long work;

  private VisitedProgram() {}

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(VisitedProgram::operate, "worker " + i);
      thread.setDaemon(true);
      thread.start();
    }
    while (!Demand.isMeasured()) {
      Thread.onSpinWait();
    }
    Hot.visit();
    System.out.println("left");
    while (System.in.read() >= 0) {}
  }

  private static void operate() {
    while (true) {
      Hot.hold();
    }
  }

  /** What is instrumented. */
  static final class Hot {
    private Hot() {}

    static synchronized void hold() {
      Spinning.spin();
    }

    static void visit() throws Exception {
      while (Demand.isMeasured()) {
        work++;
      }
    }
  }

  /** Another class: loops are to be of the methods above only. */
  private static final class Spinning {
    static void spin() {
      long end = System.nanoTime() + 100_000;
      while (System.nanoTime() < end) {
        work++;
      }
    }
  }

  /** What Uncork is at, known from the hooks that it arms and disarms. */
  private static final class Demand {
    private static final Field SITES = sites();

    private static Field sites() {
      try {
        Field field = Class.forName("dev.uncork.boot.demand.DemandHooks").getDeclaredField("sites");
        field.setAccessible(true);
        return field;
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }

    static boolean isMeasured() throws Exception {
      return SITES.get(null) != null;
    }
  }
}
