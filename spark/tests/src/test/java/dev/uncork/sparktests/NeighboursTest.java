package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparktests.job.SumJob;
import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two applications on one machine, whose drivers know nothing of each other. */
@DefaultTier
class NeighboursTest {
  @TempDir private Path directory;

  private SparkRun application(SparkHome home, StandInNodes nodes) throws Exception {
    SparkRun run =
        SparkRun.submit(
            home,
            List.of(),
            "local-cluster[1,1,512]",
            Map.of(
                "spark.executor.memory", "512m",
                "spark.ui.enabled", "false",
                "spark.uncork.profile", "false",
                "spark.uncork.numa.claims", directory.resolve("claims").toString(),
                "spark.uncork.numa.sys", nodes.sys().toString()));
    run.await(line -> line.equals(SumJob.RESULT));
    return run;
  }

  @Test
  void executorsOfDifferentApplicationsSpreadOverTheNodes() throws Exception {
    StandInNodes nodes = StandInNodes.in(directory);
    SparkHome firstHome = SparkHome.in(directory.resolve("first"));
    SparkHome secondHome = SparkHome.in(directory.resolve("second"));
    try (SparkRun first = application(firstHome, nodes);
        SparkRun second = application(secondHome, nodes)) {
      nodes.everyThreadIsBound(
          () -> Stream.of(first, second).flatMap(run -> run.executors().stream()).toList());
      // The kernel ends the claim of a killed executor: the next one gets the free node again.
      ProcessHandle victim = first.executors().get(0);
      Set<String> place = Set.copyOf(SparkRun.allowedCpus(victim));
      victim.destroyForcibly();
      SparkRun.awaitTrue(
          "another executor of the first application is on CPU " + place,
          () -> {
            List<String> places = new ArrayList<>();
            for (ProcessHandle executor : first.executors()) {
              if (!executor.equals(victim)) {
                places.addAll(SparkRun.allowedCpus(executor));
              }
            }
            return Set.copyOf(places).equals(place);
          });
      assertThat(first.end()).isZero();
      assertThat(second.end()).isZero();
    }
    assertThat(firstHome.executorLogs() + secondHome.executorLogs()).doesNotContain("are not seen");
  }
}
