package dev.uncork.sparkworkloads.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Time since it was made, and CPU time of this JVM and of the processes that it has started and
 * that still run: in local mode and in a local cluster that is all that Spark uses, for tasks,
 * network, garbage collection and compilation.
 */
public final class Stopwatch {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final long startNanos = System.nanoTime();
  private final long startCpuNanos = cpuNanos();

  private static long cpuNanos() {
    return PROCESS.getProcessCpuTime()
        + ProcessHandle.current()
            .descendants()
            .flatMap(child -> child.info().totalCpuDuration().stream())
            .mapToLong(Duration::toNanos)
            .sum();
  }

  /** Puts both into a result. */
  public void put(ObjectNode into) {
    into.put("elapsedMillis", (System.nanoTime() - startNanos) / 1e6);
    into.put("cpuMillis", (cpuNanos() - startCpuNanos) / 1e6);
  }
}
