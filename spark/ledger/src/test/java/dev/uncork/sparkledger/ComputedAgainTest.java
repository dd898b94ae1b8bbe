package dev.uncork.sparkledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.sparkledger.MadeApplication.Work;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Rdd;
import dev.uncork.sparkledger.model.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is computed more than once, and what is done after the last task. */
class ComputedAgainTest {
  static final int TASKS = 16;
  private static final Rdd READ = new Rdd(1, "parallelize at Made.java:1", false, TASKS, List.of());
  private static final Rdd PARSED = parsed(false);

  private static Rdd parsed(boolean kept) {
    return new Rdd(2, "map at Made.java:2", kept, TASKS, List.of(1));
  }

  private static Rdd more(int id) {
    return new Rdd(id, "filter at Made.java:" + id, false, TASKS, List.of(2));
  }

  static MadeApplication cluster() {
    return new MadeApplication(2, 2);
  }

  static List<Work> seconds(int seconds) {
    return Collections.nCopies(TASKS, Work.cpu(1_000L * seconds));
  }

  static SparkFinding verdict(MadeApplication made) {
    return SparkDiagnosis.of(made.build()).verdict();
  }

  @Test
  void anRddThatEachActionComputesIsNamed() {
    MadeApplication made = cluster();
    made.job(seconds(1)).through(PARSED, READ);
    made.job(seconds(2)).through(more(3), PARSED, READ);
    made.job(seconds(3)).through(more(4), PARSED, READ);

    SparkFinding verdict = verdict(made);

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(verdict.site()).contains(new CallSite("map at Made.java:2", ""));
    assertThat(((SparkFinding.Recomputed) verdict).times()).isEqualTo(3);
    assertThat(((SparkFinding.Recomputed) verdict).slotSeconds()).isCloseTo(32, within(0.1));
    assertThat(verdict.gain().high()).isCloseTo(8.8, within(0.2));
  }

  @Test
  void whatASortInPythonLooksAtAgainAndAgainIsComputedEachTime() {
    List<Work> python =
        Collections.nCopies(TASKS, Work.cpu(1_000).with(Work.run(1_000, 20, 0, 0)).rows(500));
    MadeApplication made = cluster();
    for (int id : List.of(3, 4, 5)) {
      made.job(python, "PythonRDD").through(sorted(id, "rank.py:44", 2), PARSED, READ);
    }
    MadeApplication others = cluster();
    for (int id : List.of(3, 4, 5)) {
      others.job(python, "PythonRDD").through(sorted(id, "rank.py:" + id, 2), PARSED, READ);
    }

    assertThat(verdict(made).kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(verdict(made).site()).contains(new CallSite("sortBy at rank.py:44", ""));
    assertThat(verdict(others).kind()).isNotEqualTo(SparkKind.RECOMPUTED);
  }

  private static Rdd sorted(int id, String line, int of) {
    return new Rdd(id, "sortBy at " + line, false, TASKS, List.of(of));
  }

  @Test
  void atBestNothingIsLeftOfTasksThatComputeAgain() {
    Work work = Work.cpu(2_000).with(Work.run(1_000, 1_000, 0, 0));
    MadeApplication made = cluster();
    made.job(Collections.nCopies(TASKS, work)).through(PARSED, READ);
    made.job(Collections.nCopies(TASKS, work)).through(more(3), PARSED, READ);
    made.job(Collections.nCopies(TASKS, work)).through(more(4), PARSED, READ);

    SparkFinding verdict = verdict(made);

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(verdict.gain().seconds()).isCloseTo(0.85 * 8, within(0.2));
    assertThat(verdict.gain().high()).isBetween(16.0, 18.0);
  }

  @Test
  void whatSparksLibrariesComputeAgainIsNotTheProgramsToKeep() {
    assertThat(libraries("org.apache.spark.mllib.clustering.")).isEqualTo(SparkKind.HEALTHY);
    assertThat(libraries("shop.")).isEqualTo(SparkKind.RECOMPUTED);
  }

  private static SparkKind libraries(String owner) {
    Rdd mapped = new Rdd(2, "map at KMeans.scala:224", false, TASKS, List.of(1));
    CallSite site = new CallSite("sum at KMeans.scala:300", owner + "KMeans.run(KMeans.scala:300)");
    MadeApplication made = cluster();
    for (int i = 0; i < 3; i++) {
      made.job(seconds(1)).through(mapped, READ).at(site);
    }
    return verdict(made).kind();
  }

  @Test
  void computingItAgainWaitsForCoresAgain() {
    Work half = Work.cpu(2_000).with(Work.run(2_000, 200, 0, 0));
    MadeApplication made = cluster();
    for (int i = 0; i < 3; i++) {
      made.job(Collections.nCopies(TASKS, half)).through(PARSED, READ).queued(14_000);
    }

    assertThat(verdict(made).kind()).isEqualTo(SparkKind.RECOMPUTED);
  }

  @Test
  void anRddThatIsKeptIsNot() {
    MadeApplication made = cluster();
    List<Work> read = Collections.nCopies(TASKS, Work.cpu(2_000).fromCache());
    made.job(seconds(1)).through(parsed(true), READ);
    made.job(read).through(more(3), parsed(true), READ);

    assertThat(verdict(made).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void whatDoesNotFitIntoTheCacheIsNamed() {
    List<Work> some = new ArrayList<>(Collections.nCopies(TASKS / 2, Work.cpu(2_000)));
    some.addAll(Collections.nCopies(TASKS / 2, Work.cpu(20).fromCache()));
    MadeApplication made = cluster();
    made.job(seconds(2)).through(parsed(true), READ);
    made.job(some).through(more(3), parsed(true), READ);
    made.job(some).through(more(4), parsed(true), READ);

    SparkFinding verdict = verdict(made);

    assertThat(((SparkFinding.Recomputed) verdict).evicted()).isEqualTo(TASKS);
    assertThat(((SparkFinding.Recomputed) verdict).slotSeconds()).isCloseTo(32, within(0.5));
  }

  @Test
  void aQuerysRowsThatDoNotFitAreMadeInOneLineWithAllBefore() {
    Rdd read = new Rdd(1, "count at Made.java:9", false, TASKS, List.of());
    Rdd rows = new Rdd(2, "count at Made.java:9", true, TASKS, List.of(1));
    MadeApplication made = cluster();
    made.job(seconds(2)).through(rows, read);
    made.job(seconds(2)).through(more(3), rows, read);

    SparkFinding verdict = verdict(made);

    assertThat(((SparkFinding.Recomputed) verdict).evicted()).isEqualTo(TASKS);
  }

  @Test
  void ofATableMadeOfFilesTheRowsThatAreMadeAgainTellWhetherItFits() {
    SparkFinding verdict = verdict(table(1_000, 750, 750));

    assertThat(((SparkFinding.Recomputed) verdict).evicted()).isEqualTo(2 * TASKS * 3 / 4);
    assertThat(((SparkFinding.Recomputed) verdict).slotSeconds()).isCloseTo(48, within(0.5));
    assertThat(verdict(table(1_000, 0, 0)).kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(verdict(table(0, 1_000, 0)).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  /** Queries on a table of files in Spark's cache, each of which makes so many of its rows. */
  private static MadeApplication table(long... rows) {
    SortedMap<Integer, Map<String, Long>> counts = new TreeMap<>();
    for (int i = 0; i < rows.length; i++) {
      counts.put(i, Map.of("number of output rows", rows[i]));
    }
    PlanNode filter = new PlanNode("Filter", "Filter (a#1 > 0)", Map.of(), counts, List.of());
    MadeApplication made = cluster();
    for (int i = 0; i < rows.length; i++) {
      PlanNode scan = node("InMemoryTableScan", "InMemoryTableScan [a#1]", i, filter);
      List<Work> reads = Collections.nCopies(TASKS, Work.cpu(2_000).fromCache());
      made.job(reads).through(more(3 + i), parsed(true), READ).queried(scan, 0);
    }
    return made;
  }

  @Test
  void dataThatTheProgramHasIsNotComputed() {
    MadeApplication made = cluster();
    made.job(seconds(2)).through(READ);
    made.job(seconds(2)).through(new Rdd(3, "map at Made.java:3", false, TASKS, List.of(1)), READ);

    assertThat(verdict(made).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void someOfItsPartitionsAreNotAll() {
    MadeApplication made = cluster();
    made.job(seconds(2)).through(PARSED, READ);
    made.job(Collections.nCopies(4, Work.cpu(2_000))).through(PARSED, READ);

    assertThat(verdict(made).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void whatFollowsMayBeWhatTakesLong() {
    MadeApplication made = cluster();
    made.job(seconds(2)).through(more(3), PARSED, READ);
    made.job(seconds(2)).through(more(4), PARSED, READ);

    assertThat(verdict(made).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void rowsThatQueriesShuffleAgainAreNamed() {
    SparkFinding verdict = verdict(queries("customer#7L", "customer#7L"));

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Recomputed) verdict).columns()).containsExactly("customer");
    assertThat(((SparkFinding.Recomputed) verdict).stage().key().id()).isEqualTo(1);
    assertThat(verdict(queries("customer#7L", "customer#90L")).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void whatSparkMakesUpToGroupByIsTheSameInEachQuery() {
    MadeApplication made = cluster();
    for (int i = 0; i < 2; i++) {
      String column = "_groupingexpression#" + (7 + i) + "L";
      String text = "Project [max(a#1, 3) AS b#2, (pmod(id#3L, 10) + 1) AS " + column + "]";
      PlanNode project = node("Project", text, i);
      text = "Exchange hashpartitioning(" + column + ", 8), [plan_id=" + i + "]";
      made.job(seconds(2)).queried(node("Exchange", text, i, project), 0);
    }

    SparkFinding verdict = verdict(made);

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Recomputed) verdict).columns()).containsExactly("(pmod(id, 10) + 1)");
  }

  @Test
  void whatTheDriverPlansForThemIsSavedToo() {
    double tasks = verdict(queries("customer#7L", "customer#7L")).gain().seconds();

    MadeApplication planned = cluster();
    for (int i = 0; i < 2; i++) {
      planned.job(seconds(2)).queried(shuffle("customer#7L", i), 4_000).pause(4_000);
    }

    assertThat(verdict(planned).gain().seconds()).isCloseTo(tasks + 0.8 * 4, within(0.1));
  }

  @Test
  void batchesOfAStreamShuffleOtherRows() {
    Demand stream = new Demand(false, List.of(new Span(0, 1_000_000)));
    MadeApplication made = queries("customer#7L", "customer#7L").asked(stream);

    assertThat(verdict(made).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void aBatchThatItsFunctionUsesAgainIsNamed() {
    SparkFinding verdict = verdict(batches(4));

    assertThat(verdict.kind()).isEqualTo(SparkKind.RECOMPUTED);
    assertThat(((SparkFinding.Recomputed) verdict).times()).isEqualTo(4);
    assertThat(((SparkFinding.Recomputed) verdict).slotSeconds())
        .isCloseTo(2 * 3 * 32, within(1.0));
    assertThat(verdict(batches(1)).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  /** Two batches of a stream, whose function first looks for a row, then uses all so many times. */
  private static MadeApplication batches(int times) {
    MadeApplication made = cluster();
    String start = "start at Made.java:3";
    for (int batch = 0; batch < 2; batch++) {
      Rdd files = new Rdd(10 * batch, start, false, TASKS, List.of());
      Rdd rows = new Rdd(10 * batch + 1, start, false, TASKS, List.of(10 * batch));
      for (int i = 0; i <= times; i++) {
        Work read = Work.cpu(i == 0 ? 20 : 2_000).rows(i == 0 ? 1 : 1_000).fromCache();
        PlanNode scan = node("Scan ExistingRDD", "Scan ExistingRDD[id#" + batch + "]", i);
        made.job(Collections.nCopies(TASKS, read)).through(rows, files).queried(scan, 0).ofBatch();
      }
    }
    return made.asked(new Demand(false, List.of(new Span(0, 1_000_000))));
  }

  @Test
  void whoAsksAServerTwiceMayWantItTwice() {
    MadeApplication made = queries("customer#7L", "customer#7L").asked(new Demand(true, List.of()));

    assertThat(verdict(made).kind()).isEqualTo(SparkKind.HEALTHY);
  }

  private static MadeApplication queries(String... columns) {
    MadeApplication made = cluster();
    for (int i = 0; i < columns.length; i++) {
      made.job(seconds(2)).queried(shuffle(columns[i], i), 0);
    }
    return made;
  }

  private static PlanNode shuffle(String column, int stage) {
    PlanNode scan = node("FileScan", "FileScan parquet [" + column + "]", stage);
    PlanNode compiled = node("WholeStageCodegen (" + stage + ")", "", stage, scan);
    String text = "Exchange hashpartitioning(" + column + ", 8), [plan_id=" + stage + "]";
    return node("Exchange", text, stage, compiled);
  }

  static PlanNode node(String name, String text, int stage, PlanNode... children) {
    return new PlanNode(
        name, text, Map.of(), new TreeMap<>(Map.of(stage, Map.of("rows", 1L))), List.of(children));
  }

  @Test
  void filesAreMovedAfterTheLastTask() {
    MadeApplication made =
        cluster()
            .job(seconds(2))
            .written(
                new PlanNode(
                    "Execute InsertIntoHadoopFsRelationCommand",
                    "",
                    Map.of("job commit time", 5_500L),
                    new TreeMap<>(),
                    List.of()),
                6_000);

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.COMMIT);
    assertThat(diagnosis.ledger().seconds(SlotRow.COMMIT)).isCloseTo(22, within(0.1));
  }
}
