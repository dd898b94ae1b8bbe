package dev.uncork.benchmarks.overhead.program;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * What a program's operations cost from a moment on: CPU time of the process, and time by the
 * clock.
 */
final class Expense {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final long cpuNanos = PROCESS.getProcessCpuTime();
  private final long nanos = System.nanoTime();

  /** Prints both for each of so many operations, in ns. */
  void print(double operations) {
    double elapsed = System.nanoTime() - nanos;
    double used = PROCESS.getProcessCpuTime() - cpuNanos;
    System.out.printf(
        Locale.ROOT, "result: %.3f%nwall: %.3f%n", used / operations, elapsed / operations);
  }
}
