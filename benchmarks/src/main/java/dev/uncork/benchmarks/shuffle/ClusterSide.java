package dev.uncork.benchmarks.shuffle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.benchmarks.served.ServedWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One of the clusters: {@code spark-workload ... --serve} with executors in JVMs of their own. */
final class ClusterSide implements AutoCloseable {
  private final ServedWorkload served;

  private ClusterSide(ServedWorkload served) {
    this.served = served;
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
    List<String> arguments = new ArrayList<>(workload);
    arguments.addAll(List.of("--serve", "--master=" + cluster.master()));
    List<String> all = new ArrayList<>(cluster.settings());
    all.addAll(settings);
    Map<String, String> environment =
        Map.of(
            "SPARK_HOME", cluster.sparkHome().toString(),
            "JAVA_HOME", System.getProperty("java.home"),
            "SPARK_SCALA_VERSION", "2.13",
            "SPARK_WORKLOAD_JARS", cluster.plugin().toString(),
            "SPARK_WORKLOAD_JAVA_OPTS", "-Xmx1g");
    return new ClusterSide(
        ServedWorkload.start(
            arguments, all, environment, Files.createTempFile("shuffle-" + name, ".log")));
  }

  /** Runs a round; what it took and what came out of it. */
  JsonNode run() throws IOException {
    return served.run("");
  }

  @Override
  public void close() throws IOException {
    served.end();
  }
}
