package dev.uncork.benchmarks.shuffle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.benchmarks.served.ServedWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One of the clusters: {@code spark-workload ... --serve} with executors in JVMs of their own. */
final class ClusterSide implements AutoCloseable {
  /** Heap of a side's driver. */
  static final int DRIVER_MEGABYTES = 1024;

  private static final double NANOS_PER_MILLI = 1e6;

  private final ServedWorkload served;
  private final @Nullable Daemons daemons;

  private ClusterSide(ServedWorkload served, @Nullable Daemons daemons) {
    this.served = served;
    this.daemons = daemons;
  }

  /**
   * Starts one and waits until its data is made.
   *
   * @param name for its log
   * @param workload command and options
   * @param settings of Spark's
   */
  static ClusterSide start(
      Cluster cluster, String name, List<String> workload, List<String> settings)
      throws IOException {
    Daemons daemons =
        cluster.kind() == Cluster.Kind.LOCAL_CLUSTER ? null : Daemons.start(cluster, name);
    List<String> arguments = new ArrayList<>(workload);
    String master = daemons == null ? cluster.master() : daemons.address();
    arguments.addAll(List.of("--serve", "--master=" + master));
    List<String> all = new ArrayList<>(cluster.settings());
    all.addAll(settings);
    Map<String, String> environment = cluster.environment();
    environment.put("SPARK_WORKLOAD_JARS", cluster.plugin().toString());
    environment.put("SPARK_WORKLOAD_JAVA_OPTS", "-Xmx" + DRIVER_MEGABYTES + "m");
    try {
      ServedWorkload served =
          ServedWorkload.start(
              arguments, all, environment, Files.createTempFile("shuffle-" + name, ".log"));
      return new ClusterSide(served, daemons);
    } catch (IOException | RuntimeException e) {
      if (daemons != null) {
        daemons.close();
      }
      throw e;
    }
  }

  /**
   * Runs a round; what it took and what came out of it. What rounds before have shuffled is removed
   * first, as Spark does after a collection in the driver, whenever there is one.
   */
  JsonNode run() throws IOException {
    served.say("clean");
    served.answer("CLEAN");
    long cpuNanos = cpuNanos();
    JsonNode run = served.run("");
    ((ObjectNode) run).put("cpuMillis", (cpuNanos() - cpuNanos) / NANOS_PER_MILLI);
    return run;
  }

  /** CPU time of driver, daemons and executors. */
  private long cpuNanos() {
    Stream<Process> processes =
        Stream.concat(
            Stream.of(served.process()),
            daemons == null ? Stream.of() : daemons.processes().stream());
    return processes
        .flatMap(each -> Stream.concat(Stream.of(each.toHandle()), each.descendants()))
        .flatMap(each -> each.info().totalCpuDuration().stream())
        .mapToLong(Duration::toNanos)
        .sum();
  }

  @Override
  public void close() throws IOException {
    try {
      served.end();
    } finally {
      if (daemons != null) {
        daemons.close();
      }
    }
  }
}
