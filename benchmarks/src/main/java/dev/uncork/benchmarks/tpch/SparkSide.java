package dev.uncork.benchmarks.tpch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.benchmarks.results.ProcessTicks;
import dev.uncork.benchmarks.served.ServedWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One of the two JVMs: {@code spark-workload tpch --serve} with settings of its own. */
final class SparkSide implements AutoCloseable {
  private final ServedWorkload served;
  private final boolean freezes;

  private SparkSide(ServedWorkload served, boolean freezes) {
    this.served = served;
    this.freezes = freezes;
  }

  /**
   * What a query took.
   *
   * @param digest of the answer
   */
  record Run(double cpuMillis, double elapsedMillis, String digest) {}

  /**
   * Starts it and waits until it is ready.
   *
   * @param freezes whether it stands still while the other one runs
   */
  static SparkSide start(
      CommonSettings setup,
      String name,
      List<String> jvmOptions,
      List<String> settings,
      boolean freezes)
      throws IOException {
    List<String> arguments =
        List.of(
            "tpch",
            "--serve",
            "--master=local[2]",
            "--scale=" + setup.scale(),
            "--data=" + setup.data());
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", setup.javaHome().toString(),
            "SPARK_HOME", setup.sparkHome().toString(),
            "SPARK_WORKLOAD_JARS", setup.plugin().toString(),
            "SPARK_WORKLOAD_JAVA_OPTS", String.join(" ", jvmOptions));
    ServedWorkload served =
        ServedWorkload.start(
            arguments, settings, environment, Files.createTempFile("tpch-" + name, ".log"));
    SparkSide side = new SparkSide(served, freezes);
    side.freeze("-STOP");
    return side;
  }

  /** Runs a query. */
  Run run(int query) throws IOException {
    long before = ticks();
    freeze("-CONT");
    JsonNode run =
        served.run(query == TpchFigures.LEGACY ? TpchFigures.name(query) : String.valueOf(query));
    freeze("-STOP");
    // All that the process did while it was awake, if it was frozen before and after.
    double cpuMillis =
        freezes
            ? (ticks() - before) * 1000.0 / ProcessTicks.PER_SECOND
            : run.path("cpuMillis").asDouble();
    return new Run(cpuMillis, run.path("elapsedMillis").asDouble(), run.path("digest").asText());
  }

  private void freeze(String signal) throws IOException {
    if (!freezes) {
      return;
    }
    try {
      new ProcessBuilder("kill", signal, String.valueOf(served.process().pid())).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** User and system time of the process so far. */
  private long ticks() throws IOException {
    return ProcessTicks.read(Path.of("/proc/" + served.process().pid() + "/stat")).ticks();
  }

  /** Whether its log has a line. */
  boolean said(String text) throws IOException {
    return Files.readString(log()).contains(text);
  }

  Path log() {
    return served.log();
  }

  @Override
  public void close() throws IOException {
    freeze("-CONT");
    served.process().destroyForcibly();
    served.await();
  }
}
