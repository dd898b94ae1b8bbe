package dev.uncork.benchmarks.preemption.program;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The JVM's compilers, which take part of the processor from the threads that are measured: after
 * each cell, whose end runs code that has hardly run before, and whenever a method of an agent has
 * been called often enough. In a guest without hardware's help one method may take seconds.
 */
final class Compilers {
  private static final int QUIET_SECONDS = 3;
  private static final int MOST_SECONDS = 60;

  private Compilers() {}

  /** Returns when they have been at rest for three seconds, or after a minute. */
  static void await() throws InterruptedException {
    long before = ticks();
    int quiet = 0;
    for (int second = 0; second < MOST_SECONDS && quiet < QUIET_SECONDS; second++) {
      TimeUnit.SECONDS.sleep(1);
      long now = ticks();
      quiet = now - before <= 1 ? quiet + 1 : 0;
      before = now;
    }
  }

  /** What they have had of processors so far, in ticks of 10 ms. */
  static long ticks() {
    long sum = 0;
    for (Map.Entry<String, Long> thread : ProcessorTimes.ofThisProcess().entrySet()) {
      if (thread.getKey().contains("CompilerThre")) {
        sum += thread.getValue();
      }
    }
    return sum;
  }
}
