package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparktests.job.SqlJob;
import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spark.uncork.locks=reserve}: answers are the same, and one line says what was done. */
@DefaultTier
class LocksTest {
  private static final boolean BIASED = Runtime.version().feature() <= 17;

  /** What an executor started with {@code spark.uncork.locks=reserve} says of how it does that. */
  static final String HOW =
      BIASED ? "by the JVM (-XX:+UseBiasedLocking)" : "streams of SQL shuffles";

  @TempDir private Path directory;

  private SparkRun submit(SparkHome home, String master, Map<String, String> settings)
      throws Exception {
    return SparkRun.submit(home, List.of(), master, SqlJob.class, settings);
  }

  @Test
  void executorsReserveByTheJvmOrWithoutLocks() throws Exception {
    SparkHome home = SparkHome.in(directory.resolve("home"));
    try (SparkRun run =
        submit(
            home,
            "local-cluster[1,1,512]",
            Map.of(
                "spark.executor.memory", "512m",
                "spark.uncork.locks", "reserve",
                "spark.uncork.profile", "false",
                "spark.executor.extraJavaOptions", "-Dkept=1"))) {
      run.await(line -> line.equals(SqlJob.RESULT));
      SparkRun.awaitTrue(
          "the executor has said what it does",
          () -> home.executorLogs().contains("executor 0 reserves locks: "));
      run.say("");
      run.await(line -> line.equals(SqlJob.RESULT));
      String stream = run.await(line -> line.startsWith("STREAM "));
      stream = run.await(line -> line.startsWith("STREAM "));
      assertThat(stream)
          .isEqualTo(
              "STREAM "
                  + (BIASED
                      ? "java.io.DataOutputStream"
                      : "dev.uncork.boot.stream.UnlockedDataOutput"));
      assertThat(commandLine(run)).contains("-Dkept=1");
      assertThat(run.end()).isZero();
    }
    assertThat(home.executorLogs()).contains(HOW).doesNotContain("WARN spark: Uncork");
  }

  private static String commandLine(SparkRun run) {
    return run.executors().get(0).info().commandLine().orElse("");
  }

  @Test
  void aJvmThatRunsAlreadyLosesTheLocks() throws Exception {
    SparkHome home = SparkHome.in(directory.resolve("home"));
    try (SparkRun run =
        submit(
            home,
            "local[2]",
            Map.of("spark.uncork.locks", "reserve", "spark.uncork.interval", "5s"))) {
      String said = run.await(line -> line.contains("executor driver reserves locks: "));
      assertThat(said).contains("streams of SQL shuffles have none now");
      assertThat(said.contains("-XX:+UseBiasedLocking would")).isEqualTo(BIASED);
      run.await(line -> line.contains("executor driver is profiled"));
      run.await(line -> line.equals(SqlJob.RESULT));
      run.await(line -> line.startsWith("STREAM "));
      run.say("");
      run.await(line -> line.equals(SqlJob.RESULT));
      assertThat(run.await(line -> line.startsWith("STREAM ")))
          .isEqualTo("STREAM dev.uncork.boot.stream.UnlockedDataOutput");
      assertThat(run.end()).isZero();
      assertThat(run.output()).doesNotContain("WARN spark: Uncork");
    }
  }

  @Test
  void whatCannotBeIsOneLine() throws Exception {
    SparkHome home = SparkHome.in(directory.resolve("home"));
    try (SparkRun run =
        submit(
            home,
            "local[1]",
            Map.of(
                "spark.uncork.locks", "reserve",
                "spark.uncork.profile", "false",
                "spark.driver.extraJavaOptions", "-XX:+DisableAttachMechanism"))) {
      String said = run.await(line -> line.contains("WARN spark: Uncork:"));
      assertThat(said).contains("executor driver reserves no locks", "-XX:+DisableAttachMechanism");
      run.await(line -> line.equals(SqlJob.RESULT));
      assertThat(run.end()).isZero();
      assertThat(run.output().split("WARN spark: Uncork:", -1)).hasSize(2);
    }
  }
}
