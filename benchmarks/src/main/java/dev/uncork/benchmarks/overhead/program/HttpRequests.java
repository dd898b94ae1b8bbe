package dev.uncork.benchmarks.overhead.program;

import com.sun.management.OperatingSystemMXBean;
import dev.uncork.workloads.http.HttpCommand;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import picocli.CommandLine;

/**
 * The HTTP workload, server and visitors in one JVM: first to warm up, then measured.
 *
 * <p>Result: CPU time of the process per request.
 *
 * <p>Arguments: {@code WARM_UP_REQUESTS REQUESTS}.
 */
public final class HttpRequests {
  private static final String LONG_ENOUGH_SECONDS = "600";

  private HttpRequests() {}

  public static void main(String[] args) {
    serve(args[0]);
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = process.getProcessCpuTime();
    serve(args[1]);
    long cpuNanos = process.getProcessCpuTime() - before;
    System.out.printf(Locale.ROOT, "result: %.1f%n", (double) cpuNanos / Integer.parseInt(args[1]));
    System.exit(0);
  }

  static void serve(String requests) {
    int exitCode =
        new CommandLine(new HttpCommand())
            .execute("--requests", requests, "--seconds", LONG_ENOUGH_SECONDS);
    if (exitCode != 0) {
      throw new AssertionError("the workload failed with exit code " + exitCode);
    }
  }
}
