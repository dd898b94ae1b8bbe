package dev.uncork.diagnosis.ledger;

import dev.uncork.recording.ThreadUse;
import java.util.List;

/**
 * How the process's CPU time is divided, by the names that HotSpot gives its threads and the kernel
 * keeps 15 characters of.
 *
 * @param gc share of the collector's threads
 * @param compilation share of the JIT compilers
 * @param jvm share of the JVM's other threads, and of JFR's and Uncork's
 */
public record CpuShares(double gc, double compilation, double jvm) {
  private static final List<String> GC =
      List.of("GC Thread", "G1 ", "ZWorker", "ZDriver", "ZDirector", "ZUncommitter", "Shenandoah");
  private static final List<String> COMPILATION = List.of("C1 Compiler", "C2 Compiler", "JVMCI");
  private static final List<String> JVM =
      List.of(
          "VM Thread",
          "VM Periodic",
          "Sweeper thread",
          "Monitor Deflati",
          "Service Thread",
          "Signal Dispatch",
          "Reference Handl",
          "Finalizer",
          "Common-Cleaner",
          "Notification Th",
          "Attach Listener",
          "JFR ",
          "uncork-");

  /** Of a recording's threads; none where their CPU times are unknown. */
  public static CpuShares of(List<ThreadUse> threads) {
    double all = 0;
    double gc = 0;
    double compilation = 0;
    double jvm = 0;
    for (ThreadUse thread : threads) {
      all += thread.cpuNanos();
      gc += begins(thread, GC) ? thread.cpuNanos() : 0;
      compilation += begins(thread, COMPILATION) ? thread.cpuNanos() : 0;
      jvm += begins(thread, JVM) ? thread.cpuNanos() : 0;
    }
    return all == 0
        ? new CpuShares(0, 0, 0)
        : new CpuShares(gc / all, compilation / all, jvm / all);
  }

  /** Share of the application's threads. */
  public double application() {
    return Math.max(0, 1 - gc - compilation - jvm);
  }

  private static boolean begins(ThreadUse thread, List<String> names) {
    return names.stream().anyMatch(thread.name()::startsWith);
  }
}
