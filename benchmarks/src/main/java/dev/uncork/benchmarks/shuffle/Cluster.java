package dev.uncork.benchmarks.shuffle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the clusters have in common.
 *
 * @param sparkHome with a folder {@code jars}
 * @param kind who starts executors
 * @param executors of one core each
 * @param executorMegabytes their heaps
 */
record Cluster(Path sparkHome, Kind kind, int executors, int executorMegabytes) {
  /** Who starts executors, and whether Spark's shuffle reads files of executors of this host. */
  enum Kind {
    /** A master and a worker; Spark's shuffle reads such files, as it does by default. */
    STANDALONE("host-local disk reads"),

    /** The same, but it fetches what is in such files by Netty. */
    WITHOUT_HOST_LOCAL("without host-local disk reads"),

    /** {@code local-cluster}, which switches these reads off. */
    LOCAL_CLUSTER("without host-local disk reads");

    private final String reads;

    Kind(String reads) {
      this.reads = reads;
    }

    /** What is added to the names of figures. */
    String suffix() {
      return this == STANDALONE ? "" : "-" + this;
    }

    /** As an option's value. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A local cluster. */
  static Cluster local(Path sparkHome, int executors, int executorMegabytes) {
    return new Cluster(sparkHome, Kind.LOCAL_CLUSTER, executors, executorMegabytes);
  }

  /** A named one; or one of the jars that the build uses, linked into a folder. */
  static Path home(@Nullable Path named) throws IOException {
    if (named != null) {
      return named.toAbsolutePath();
    }
    return SparkJars.home();
  }

  Path plugin() {
    return SparkJars.plugin();
  }

  /** The master of a local cluster. */
  String master() {
    return "local-cluster[" + executors + ",1," + executorMegabytes + "]";
  }

  /** For people. */
  String title() {
    return (kind == Kind.LOCAL_CLUSTER
            ? master()
            : "standalone cluster of " + executors + " executors with " + executorMegabytes + " MB")
        + ", "
        + kind.reads;
  }

  /** What Spark's own scripts would set; may be added to. */
  Map<String, String> environment() {
    return new HashMap<>(
        Map.of(
            "SPARK_HOME",
            sparkHome.toString(),
            "JAVA_HOME",
            System.getProperty("java.home"),
            "SPARK_SCALA_VERSION",
            "2.13",
            "SPARK_LOCAL_IP",
            "127.0.0.1"));
  }

  List<String> settings() {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "spark.executor.memory=" + executorMegabytes + "m",
                "spark.executor.cores=1",
                "spark.cores.max=" + executors,
                "spark.scheduler.minRegisteredResourcesRatio=1.0",
                "spark.scheduler.maxRegisteredResourcesWaitingTime=120s",
                "spark.jars=" + SparkJars.workloads() + "," + plugin(),
                "spark.ui.enabled=false",
                "spark.ui.showConsoleProgress=false"));
    if (kind == Kind.WITHOUT_HOST_LOCAL) {
      settings.add("spark.shuffle.readHostLocalDisk=false");
    }
    return settings;
  }
}
