package dev.uncork.sparkledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.model.PlanNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A small side that is shuffled with a large one. */
class ShuffledJoinTest {
  private static final long LARGE = 1_000_000_000;
  private static final long SMALL = 64_000;

  @Test
  void aSmallSideIsBroadcastInsteadByTheSettingThatForbidsIt() {
    SparkFinding verdict = joined("Inner", LARGE, SMALL, "-1").verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.SHUFFLE_WRITE);
    assertThat(((SparkFinding.TaskTime) verdict).operator()).hasValue("SortMergeJoin");
    assertThat(((SparkFinding.TaskTime) verdict).bytes()).isEqualTo(LARGE);
    assertThat(verdict.advice())
        .containsExactly(
            new SparkAdvice.Conf("spark.sql.autoBroadcastJoinThreshold", "-1", "10MB"));
  }

  @Test
  void whereSparkMayBroadcastAndDoesNotKnowAHintTellsIt() {
    SparkFinding verdict = joined("Inner", SMALL, LARGE, "10MB").verdict();

    assertThat(verdict.advice())
        .containsExactly(new SparkAdvice.Code(SparkAdvice.Change.BROADCAST_HINT, verdict.site()));
  }

  @Test
  void twoLargeSidesAndTwoSmallOnesAreShuffled() {
    assertThat(joined("Inner", LARGE, LARGE, "-1").verdict().kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(joined("Inner", SMALL, SMALL, "-1").verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void aSideOfWhichAllRowsAreKeptCanNotBeBroadcast() {
    assertThat(joined("LeftOuter", SMALL, LARGE, "-1").verdict().kind())
        .isEqualTo(SparkKind.HEALTHY);
    assertThat(joined("FullOuter", LARGE, SMALL, "-1").verdict().kind())
        .isEqualTo(SparkKind.HEALTHY);
    assertThat(joined("RightOuter", SMALL, LARGE, "-1").verdict().kind())
        .isEqualTo(SparkKind.SHUFFLE_WRITE);
  }

  @Test
  void whereOneTaskOfTheJoinIsLongThatIsTheCause() {
    List<MadeApplication.Work> tasks = new ArrayList<>(evenTasks());
    tasks.set(15, MadeApplication.Work.cpu(9_000));
    SparkDiagnosis diagnosis = joined("Inner", LARGE, SMALL, "-1", tasks);

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.STRAGGLER);
    assertThat(diagnosis.others()).noneMatch(finding -> finding.kind() == SparkKind.SHUFFLE_WRITE);
  }

  private static List<MadeApplication.Work> evenTasks() {
    return Collections.nCopies(16, MadeApplication.Work.cpu(1_000));
  }

  private static SparkDiagnosis joined(String type, long left, long right, String threshold) {
    return joined(type, left, right, threshold, evenTasks());
  }

  private static SparkDiagnosis joined(
      String type, long left, long right, String threshold, List<MadeApplication.Work> last) {
    MadeApplication made =
        new MadeApplication(2, 2).with("spark.sql.autoBroadcastJoinThreshold", threshold);
    made.job(evenTasks()).job(evenTasks()).job(last);
    PlanNode join =
        new PlanNode(
            "SortMergeJoin",
            "SortMergeJoin [shop#1L], [shop#2L], " + type,
            Map.of(),
            new TreeMap<>(Map.of(2, Map.of("number of output rows", 1L))),
            List.of(exchange(0, left), exchange(1, right)));
    return SparkDiagnosis.of(made.planned(join).build());
  }

  /** Written by a stage and read by the third. */
  private static PlanNode exchange(int stage, long bytes) {
    Map<Integer, Map<String, Long>> byStage =
        Map.of(stage, Map.of("data size", bytes), 2, Map.of("records read", 1_000L));
    return new PlanNode(
        "Exchange",
        "Exchange hashpartitioning(shop#1L, 8)",
        Map.of("data size", bytes),
        new TreeMap<>(byStage),
        List.of());
  }
}
