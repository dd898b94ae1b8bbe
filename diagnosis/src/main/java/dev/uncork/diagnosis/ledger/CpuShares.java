package dev.uncork.diagnosis.ledger;

import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadSecond;
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
    ThreadSecond.Service service = ThreadSecond.Service.NONE;
    for (ThreadUse thread : recording.threads()) {
      all += thread.cpuNanos();
      service = service.plus(thread.name(), thread.cpuNanos());
    }
    double process =
        recording.process().stream()
            .mapToDouble(tick -> (double) tick.userNanos() + tick.systemNanos())
            .sum();
    all = all == 0 ? 0 : Math.max(all, process);
    return all == 0
        ? new CpuShares(0, 0, 0)
        : new CpuShares(service.gc() / all, service.compilation() / all, service.jvm() / all);
  }

  /** Of one second; as in the whole recording where the threads of that second aren't known. */
  CpuShares in(ThreadSecond second, double busyNanos) {
    double all = Math.max(second.cpuNanos(), busyNanos);
    ThreadSecond.Service service = second.service();
    return second.cpuNanos() <= 0
        ? this
        : new CpuShares(service.gc() / all, service.compilation() / all, service.jvm() / all);
  }

  /** Share of the application's threads. */
  public double application() {
    return Math.max(0, 1 - gc - compilation - jvm);
  }
}
