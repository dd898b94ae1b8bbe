package dev.uncork.diagnosis.ledger;

import dev.uncork.protocol.thread.ServiceThreadName;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;

/**
 * How the process's CPU time is divided, by the names that HotSpot gives its threads and the kernel
 * keeps 15 characters of.
 *
 * @param gc share of the collector's threads
 * @param compilation share of the JIT compilers
 * @param jvm share of the JVM's other threads, and of JFR's and Uncork's
 */
public record CpuShares(double gc, double compilation, double jvm) {
  /** Of a recording's threads, some of which ended unseen; none where CPU times are unknown. */
  public static CpuShares of(Recording recording) {
    double all = 0;
    double gc = 0;
    double compilation = 0;
    double jvm = 0;
    for (ThreadUse thread : recording.threads()) {
      all += thread.cpuNanos();
      gc += ServiceThreadName.GC.matches(thread.name()) ? thread.cpuNanos() : 0;
      compilation += ServiceThreadName.COMPILER.matches(thread.name()) ? thread.cpuNanos() : 0;
      jvm += ServiceThreadName.JVM.matches(thread.name()) ? thread.cpuNanos() : 0;
    }
    double process =
        recording.process().stream()
            .mapToDouble(tick -> (double) tick.userNanos() + tick.systemNanos())
            .sum();
    all = all == 0 ? 0 : Math.max(all, process);
    return all == 0
        ? new CpuShares(0, 0, 0)
        : new CpuShares(gc / all, compilation / all, jvm / all);
  }

  /** Share of the application's threads. */
  public double application() {
    return Math.max(0, 1 - gc - compilation - jvm);
  }
}
