package dev.uncork.benchmarks.reservation.program;

import java.lang.management.ManagementFactory;

/** Prints how long it took from the JVM's start to here. */
public final class OneLine {
  private static final double MILLIS_PER_SECOND = 1e3;

  private OneLine() {}

  public static void main(String[] arguments) {
    long now = System.currentTimeMillis();
    long start = ManagementFactory.getRuntimeMXBean().getStartTime();
    System.out.println("main-after-seconds " + (now - start) / MILLIS_PER_SECOND);
  }
}
