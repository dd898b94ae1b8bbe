package dev.uncork.benchmarks.shuffle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the clusters have in common.
 *
 * @param sparkHome with a folder {@code jars}
 * @param executors of one core each
 * @param executorMegabytes their heaps
 */
record Cluster(Path sparkHome, int executors, int executorMegabytes) {
  private static final Path HOME = Path.of("benchmarks/target/spark-home").toAbsolutePath();

  /** Of the jars that the build uses, linked into a folder. */
  static Path builtHome() throws IOException {
    Path jars = Files.createDirectories(HOME.resolve("jars"));
    for (Path jar : SparkJars.ofSpark()) {
      Path link = jars.resolve(jar.getFileName());
      if (!Files.exists(link)) {
        Files.createSymbolicLink(link, jar);
      }
    }
    return HOME;
  }

  Path plugin() {
    return SparkJars.plugin();
  }

  String master() {
    return "local-cluster[" + executors + ",1," + executorMegabytes + "]";
  }

  List<String> settings() {
    return List.of(
        "spark.executor.memory=" + executorMegabytes + "m",
        "spark.jars=" + SparkJars.workloads() + "," + plugin(),
        "spark.ui.enabled=false",
        "spark.ui.showConsoleProgress=false");
  }
}
