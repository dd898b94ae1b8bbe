package dev.uncork.sparkledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.sparkledger.MadeApplication.Work;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A large table that the driver collects, builds and sends to all executors. */
class BroadcastTableTest {
  private static final Task.Times PACKING = new Task.Times(0, 0, 1_000, 1_000, 0, 2_000, 0, 0, 0);

  @Test
  void whatTasksPackAndUnpackOfItIsPartOfTheGain() {
    SparkFinding.Driver verdict = (SparkFinding.Driver) joined(500 << 20).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.BROADCAST);
    assertThat(verdict.taskSeconds()).isCloseTo(2 * 2 + 2 * 5, within(0.1));
    assertThat(verdict.gain().high()).isGreaterThan(verdict.seconds() + 6);
  }

  @Test
  void thatItIsPackedIsNoFindingOfItsOwn() {
    assertThat(joined(500 << 20).others())
        .noneMatch(finding -> finding.kind() == SparkKind.COLLECT);
  }

  @Test
  void whatIsFarLargerThanTheThresholdIsAskedForByAHint() {
    SparkAdvice hint =
        new SparkAdvice.Code(
            SparkAdvice.Change.NO_BROADCAST_HINT, joined(500 << 20).verdict().site());
    SparkAdvice less = new SparkAdvice.Conf("spark.sql.autoBroadcastJoinThreshold", "10MB", "-1");

    assertThat(joined(500 << 20).verdict().advice()).containsExactly(hint, less);
    assertThat(joined(50 << 20).verdict().advice()).containsExactly(less);
    assertThat(joined(50 << 20, 15 << 20).verdict().advice()).containsExactly(hint, less);
  }

  @Test
  void onlyASmallTableCostsNoMoreThanAnyBroadcast() {
    double large = ((SparkFinding.Driver) joined(500 << 20).verdict()).seconds();
    double small = ((SparkFinding.Driver) joined(50 << 20).verdict()).seconds();

    assertThat(large).isCloseTo(3.5, within(0.1));
    assertThat(small).isLessThan(large - 0.2);
  }

  private static SparkDiagnosis joined(long bytes) {
    return joined(bytes, 5 << 20);
  }

  private static SparkDiagnosis joined(long bytes, long fileBytes) {
    Map<String, Long> read = Map.of("size of files read", fileBytes);
    PlanNode files = new PlanNode("Scan parquet ", "", read, new TreeMap<>(), List.of());
    Map<String, Long> times =
        Map.of("time to build", 2_500L, "time to broadcast", 1_000L, "data size", bytes);
    PlanNode table =
        new PlanNode(
            "BroadcastExchange", "", times, new TreeMap<>(), List.of(node("Project", 0, files)));
    List<Work> join = new ArrayList<>(Collections.nCopies(10, Work.cpu(500)));
    join.set(0, Work.cpu(6_000));
    join.set(1, Work.cpu(6_000));
    return SparkDiagnosis.of(
        new MadeApplication(2, 1)
            .job(Collections.nCopies(2, Work.cpu(3_000).with(PACKING)))
            .queried(node("BroadcastHashJoin", 1, table), 4_000)
            .pause(4_000)
            .job(join)
            .build());
  }

  private static PlanNode node(String name, int stage, PlanNode... children) {
    return new PlanNode(
        name, "", Map.of(), new TreeMap<>(Map.of(stage, Map.of("rows", 1L))), List.of(children));
  }
}
