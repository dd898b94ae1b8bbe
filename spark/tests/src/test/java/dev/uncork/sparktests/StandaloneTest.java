package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparktests.job.SumJob;
import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standalone cluster, as users start one: a master, a worker, and applications of others. */
@DefaultTier
class StandaloneTest {
  @TempDir private Path directory;

  private SparkRun daemon(SparkHome home, String name, String... arguments) throws Exception {
    return SparkRun.start(
        home,
        List.of(),
        List.of("-Dspark.ui.port=0"),
        "org.apache.spark.deploy." + name,
        List.of(arguments));
  }

  @Test
  void executorsAgreeOnNodesAndKeepAllTheirThreadsThere() throws Exception {
    StandInNodes nodes = StandInNodes.in(directory);
    SparkHome home = SparkHome.in(directory.resolve("home"));
    try (SparkRun master =
        daemon(home, "master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")) {
      String started = master.await(line -> line.contains("Starting Spark master at spark://"));
      String address = started.replaceFirst(".*(spark://[\\w.:]*).*", "$1");
      try (SparkRun worker =
          daemon(
              home,
              "worker.Worker",
              "--host",
              "127.0.0.1",
              "--cores",
              "2",
              "--memory",
              "2g",
              "--webui-port",
              "0",
              address)) {
        master.await(line -> line.contains("Registering worker"));
        runOn(home, address, worker::executors, nodes);
      }
    }
    assertThat(home.executorLogs()).doesNotContain("WARN spark: Uncork");
  }

  private void runOn(
      SparkHome home, String master, Supplier<List<ProcessHandle>> executors, StandInNodes nodes)
      throws Exception {
    Map<String, String> settings =
        Map.of(
            "spark.executor.cores", "1",
            "spark.executor.memory", "512m",
            "spark.ui.enabled", "false",
            "spark.uncork.numa.sys", nodes.sys().toString());
    try (SparkRun run = SparkRun.submit(home, List.of(), master, settings)) {
      run.await(line -> line.equals(SumJob.RESULT));
      nodes.everyThreadIsBound(executors);
      nodes.laterThreadsToo(run, executors);
      assertThat(executors.get()).hasSize(2);
      assertThat(run.end()).isZero();
    }
    SparkRun.awaitTrue("both executors have ended", () -> executors.get().isEmpty());
    assertThat(new HashSet<>(List.of(home.executorLogs().split("\n"))))
        .anyMatch(line -> line.contains("executor 0 is bound to NUMA node"))
        .anyMatch(line -> line.contains("executor 1 is bound to NUMA node"));
  }
}
