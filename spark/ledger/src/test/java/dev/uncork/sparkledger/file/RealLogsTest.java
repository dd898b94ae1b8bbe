package dev.uncork.sparkledger.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of four versions of Spark; {@code logs/README.md} says how they were made. */
class RealLogsTest {
  private static final String SPARK_33 = "local-1795738574687.snappy";
  private static final String SPARK_35 = "eventlog_v2_app-20261126235236-0000";
  private static final String SPARK_40 = "eventlog_v2_app-20261126234952-0000";
  private static final String SPARK_43 = "local-1795738721907.lzf";

  @ParameterizedTest
  @ValueSource(strings = {SPARK_33, SPARK_35, SPARK_40, SPARK_43})
  void areReadWithoutAFault(String name) throws URISyntaxException {
    ReadLog log = read(name);

    assertThat(log.breaks()).isEmpty();
    assertThat(log.files().missing()).isEmpty();
    assertThat(log.faults().damaged()).isZero();
    assertThat(log.faults().unknown()).isEmpty();
    Application application = log.application().orElseThrow();
    assertThat(application.complete()).isTrue();
    assertThat(application.identity().name()).isEqualTo("everything");
    assertThat(application.driver().javaVersion()).startsWith("17.");
    assertThat(application.driver().host()).isNotEmpty();
    assertThat(application.jobs()).isNotEmpty().allMatch(job -> !job.callSite().name().isEmpty());
    for (Stage stage : application.stages()) {
      assertThat(stage.tasks()).isNotEmpty();
      assertThat(stage.span().startMillis())
          .isGreaterThanOrEqualTo(application.span().startMillis());
      assertThat(stage.span().endMillis()).isLessThanOrEqualTo(application.span().endMillis());
      for (Task task : stage.tasks()) {
        assertThat(task.times().run()).isLessThanOrEqualTo(task.span().millis());
        assertThat(application.executors())
            .extracting(Executor::id)
            .contains(task.key().executor());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARK_33, SPARK_35, SPARK_40, SPARK_43})
  void plansHaveTheRowsThatTheProgramMade(String name) throws URISyntaxException {
    Query query = read(name).application().orElseThrow().queries().get(0);

    List<PlanNode> nodes = new ArrayList<>();
    collect(query.plan().orElseThrow(), nodes);

    assertThat(nodes)
        .anySatisfy(
            node -> {
              assertThat(node.name()).isEqualTo("Range");
              assertThat(node.metrics()).containsEntry("number of output rows", 40_000L);
              assertThat(node.stages()).hasSize(1);
            });
    assertThat(nodes)
        .anySatisfy(
            node -> {
              assertThat(node.name()).isEqualTo("BroadcastHashJoin");
              assertThat(node.text()).contains("key#");
              assertThat(node.metrics()).containsEntry("number of output rows", 40_000L);
            });
    assertThat(nodes)
        .anySatisfy(
            node -> {
              assertThat(node.name()).isEqualTo("BroadcastExchange");
              assertThat(node.metrics()).containsKey("data size");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {SPARK_35, SPARK_40, SPARK_43})
  void pythonAndItsFailureAreThere(String name) throws URISyntaxException {
    Application application = read(name).application().orElseThrow();

    List<PlanNode> nodes = new ArrayList<>();
    application.queries().forEach(query -> query.plan().ifPresent(plan -> collect(plan, nodes)));
    assertThat(nodes)
        .anySatisfy(
            node -> {
              assertThat(node.name()).isEqualTo("BatchEvalPython");
              assertThat(node.metrics()).containsKey("data sent to Python workers");
            });
    assertThat(application.stages())
        .anyMatch(stage -> stage.operators().contains("BatchEvalPython"))
        .anyMatch(stage -> stage.operators().contains("PythonRDD"))
        .anyMatch(stage -> stage.failure().isPresent());
    assertThat(application.jobs()).anyMatch(job -> job.failure().isPresent());
    List<Task> failed =
        application.stages().stream()
            .flatMap(stage -> stage.tasks().stream())
            .filter(task -> task.failure().isPresent())
            .toList();
    assertThat(failed)
        .isNotEmpty()
        .extracting(task -> task.failure().orElseThrow().reason())
        .containsOnly("org.apache.spark.api.python.PythonException");
  }

  @Test
  void executorsOfAClusterHaveASlotForEachCore() throws URISyntaxException {
    Application application = read(SPARK_40).application().orElseThrow();

    assertThat(application.executors()).hasSize(2).allMatch(executor -> executor.slots() == 1);
    assertThat(application.identity().sparkVersion()).isEqualTo("4.0.1");
  }

  @Test
  void peaksComeWithExecutorMetrics() throws URISyntaxException {
    Application application = read(SPARK_35).application().orElseThrow();

    assertThat(application.driver().peaks().get("JVMHeapMemory")).isGreaterThan(10_000_000);
  }

  @Test
  void inLocalModeTheDriverHasTheSlots() throws URISyntaxException {
    Application application = read(SPARK_43).application().orElseThrow();

    assertThat(application.executors()).extracting(Executor::id).containsExactly("driver");
    assertThat(application.executors().get(0).slots()).isEqualTo(2);
  }

  @Test
  void jobsAndStagesOfQueriesNameTheUsersLine() throws URISyntaxException {
    Application application = read(SPARK_43).application().orElseThrow();

    assertThat(application.jobs())
        .extracting(job -> job.callSite().name())
        .allMatch(name -> !name.contains("CompletableFuture"));
    assertThat(application.stages())
        .extracting(stage -> stage.callSite().name())
        .allMatch(name -> !name.contains("CompletableFuture"));
  }

  private static void collect(PlanNode node, List<PlanNode> all) {
    all.add(node);
    node.children().forEach(child -> collect(child, all));
  }

  private static ReadLog read(String name) throws URISyntaxException {
    Path path =
        Path.of(Objects.requireNonNull(RealLogsTest.class.getResource("/logs/" + name)).toURI());
    return LogReader.read(EventLogs.at(path).orElseThrow());
  }
}
