package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.sparktests.job.SumJob;
import dev.uncork.sparktests.job.TunedJob;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real YARN of one node ({@code lab/yarn-node}), with the Spark of {@code SPARK_HOME}: the
 * build's own has no client for YARN. Only if {@code UNCORK_YARN=1} asks for it, since it fetches
 * Hadoop.
 */
@DefaultTier
class YarnTest {
  @TempDir private Path directory;

  private SparkRun node;
  private SparkHome home;

  @BeforeEach
  void startNode() throws Exception {
    assumeTrue("1".equals(System.getenv("UNCORK_YARN")), "it fetches Hadoop: set UNCORK_YARN=1");
    home = SparkHome.installed(directory.resolve("home"));
    Path script = Path.of(System.getProperty("uncork.home"), "../../../lab/yarn-node");
    node = SparkRun.start(List.of(script.normalize().toString(), yarn().toString()));
    node.await(line -> line.startsWith("HADOOP_CONF_DIR="));
  }

  @AfterEach
  void stopNode() {
    if (node != null) {
      node.close();
    }
  }

  private Path yarn() {
    return home.directory().resolve("conf"); // on the class path, as spark-submit has it
  }

  private SparkRun submit(Class<?> job, Map<String, String> own) throws Exception {
    Map<String, String> settings = new HashMap<>(own);
    settings.put("spark.yarn.jars", "local:" + home.directory() + "/jars/*");
    settings.put("spark.executor.instances", "2");
    settings.put("spark.executor.memory", "512m");
    settings.put("spark.ui.enabled", "false");
    List<String> wrapper = List.of("env", "HADOOP_CONF_DIR=" + yarn());
    return SparkRun.submit(home, wrapper, "yarn", job, settings);
  }

  /** What containers wrote, the driver's among them if it ran in one. */
  private String containers(String name) throws IOException {
    return SparkHome.logs(yarn().resolve("target"), name);
  }

  @Test
  void containersAgreeOnNodesAndLeaveTheirRecordings() throws Exception {
    StandInNodes.containersAgreeAndRecord(
        directory,
        settings -> submit(SumJob.class, settings),
        node::executors,
        () -> containers("stderr"));
  }

  @Test
  void aDriverInAContainerHasItsExecutorsReserveLocks() throws Exception {
    try (SparkRun run =
        submit(
            TunedJob.class,
            Map.of(
                "spark.submit.deployMode", "cluster",
                "spark.uncork.locks", "reserve",
                "spark.uncork.profile", "false"))) {
      assertThat(run.end()).describedAs("%s", run.output()).isZero();
    }
    assertThat(containers("stdout")).contains(TunedJob.RESULT);
    assertThat(containers("stderr"))
        .contains("executor 1 reserves locks: ", "executor 2 reserves locks: ")
        .contains(LocksTest.HOW)
        .doesNotContain("WARN spark: Uncork");
  }
}
