package dev.uncork.sparkledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotInterval;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.price.ExecutorsPoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkDiagnosisTest {
  private static final int SLOTS = 4;

  private static List<MadeApplication.Work> tasks(int count, MadeApplication.Work work) {
    return new ArrayList<>(Collections.nCopies(count, work));
  }

  private static MadeApplication cluster() {
    return new MadeApplication(2, SLOTS / 2);
  }

  @Test
  void busySlotsAreHealthy() {
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(cluster().job(tasks(64, MadeApplication.Work.cpu(1_000))).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(diagnosis.others()).isEmpty();
  }

  @Test
  void oneBusySlotIsHealthy() {
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(
            new MadeApplication(1, 1).job(tasks(30, MadeApplication.Work.cpu(1_000))).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void emptyPartitionsMakeNoKeySkewed() {
    List<MadeApplication.Work> work = tasks(40, MadeApplication.Work.cpu(20).rows(0));
    work.addAll(tasks(16, MadeApplication.Work.cpu(500)));
    work.add(MadeApplication.Work.cpu(15_000));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(cluster().job(work).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.STRAGGLER);
  }

  @Test
  void allRowsInOnePartitionHaveASkewedKey() {
    List<MadeApplication.Work> work = tasks(7, MadeApplication.Work.cpu(20).rows(0));
    work.add(MadeApplication.Work.cpu(15_000));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(cluster().job(work).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.SKEW);
  }

  @Test
  void fewSecondsAreTooShort() {
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(cluster().job(tasks(4, MadeApplication.Work.cpu(500))).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.TOO_SHORT);
  }

  @Test
  void aLongTaskWithoutMoreRowsIsAStraggler() {
    List<MadeApplication.Work> work = tasks(32, MadeApplication.Work.cpu(500));
    work.add(MadeApplication.Work.cpu(15_000));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(cluster().job(work).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.STRAGGLER);
    assertThat(diagnosis.verdict().site().orElseThrow().name()).isEqualTo("count at Made.java:1");
    assertThat(diagnosis.ledger().seconds(SlotRow.STRAGGLER)).isCloseTo(45, within(1.0));
    assertThat(diagnosis.verdict().gain().seconds()).isCloseTo(0.8 * 10.4, within(0.1));
    assertThat(diagnosis.verdict().gain().high()).isCloseTo(15.05, within(0.1));
  }

  @Test
  void aLongTaskWithMoreRowsHasASkewedKey() {
    List<MadeApplication.Work> work = tasks(32, MadeApplication.Work.cpu(500));
    work.add(MadeApplication.Work.cpu(15_000).rows(30_000));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(cluster().job(work).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.SKEW);
    assertThat(((SparkFinding.LongTask) diagnosis.verdict()).rows())
        .isEqualTo(new SparkFinding.Rows(1_000, 30_000, false));
  }

  @Test
  void slowStartOfAllIsNoFaultOfTheDriversCode() {
    assertThat(startedLate(1_000)).isEqualTo(SparkKind.DRIVER_CODE);
    assertThat(startedLate(8_000)).isNotEqualTo(SparkKind.DRIVER_CODE);
  }

  @Test
  void sqlsFirstUseOnASlowMachineIsNoFaultOfTheDriversCode() {
    assertThat(local(1_500)).isEqualTo(SparkKind.DRIVER_CODE);
    assertThat(local(5_000)).isNotEqualTo(SparkKind.DRIVER_CODE);
  }

  private static SparkKind local(long readyMillis) {
    MadeApplication made = new MadeApplication(1, 2).local().executorsAt(readyMillis);
    made.pause(27_000).job(tasks(32, MadeApplication.Work.cpu(1_000)));
    return SparkDiagnosis.of(made.build()).verdict().kind();
  }

  @Test
  void aMachineThatUnpacksTasksSlowlyRunsTheDriverSlowly() {
    assertThat(unpacking(8)).isEqualTo(SparkKind.DRIVER_CODE);
    assertThat(unpacking(30)).isEqualTo(SparkKind.HEALTHY);
  }

  /** Four milliseconds of the CPU for each task. */
  private static SparkKind unpacking(long millis) {
    Task.Times times = new Task.Times(millis, 4, 900, 900, 0, 0, 0, 0, 0);
    MadeApplication made = cluster();
    for (int i = 0; i < 2; i++) {
      made.job(tasks(32, MadeApplication.Work.cpu(930).with(times))).pause(2_000);
    }
    return SparkDiagnosis.of(made.build()).verdict().kind();
  }

  private static SparkKind startedLate(long executorsMillis) {
    MadeApplication made = cluster().executorsAt(executorsMillis).pause(19_000);
    made.job(tasks(64, MadeApplication.Work.cpu(1_000)));
    return SparkDiagnosis.of(made.build()).verdict().kind();
  }

  @Test
  void codeBetweenJobsIsTheDrivers() {
    MadeApplication made = cluster();
    for (int i = 0; i < 5; i++) {
      made.job(tasks(8, MadeApplication.Work.cpu(500))).pause(4_000);
    }

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.DRIVER_CODE);
    assertThat(diagnosis.price().withoutDriver())
        .isCloseTo(diagnosis.price().recorded() - 20.2, within(0.3));
  }

  @Test
  void oneTaskIsTooFew() {
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(cluster().job(tasks(1, MadeApplication.Work.cpu(20_000))).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.FEW_PARTITIONS);
    assertThat(diagnosis.verdict().gain().high()).isCloseTo(15.8, within(0.5));
  }

  @Test
  void anExecutorThatCrashedNeedsNoMoreMemory() {
    assertThat(lost("Command exited with code 137")).isInstanceOf(SparkAdvice.Conf.class);
    assertThat(lost("Remote RPC client disassociated")).isInstanceOf(SparkAdvice.Conf.class);
    assertThat(lost("Command exited with code 139")).isInstanceOf(SparkAdvice.Code.class);
  }

  /** What is advised first where tasks are lost with their executor. */
  private static SparkAdvice lost(String message) {
    List<MadeApplication.Work> work = tasks(32, MadeApplication.Work.cpu(1_000));
    work.addAll(tasks(16, MadeApplication.Work.cpu(1_000).ending(Task.Outcome.LOST)));
    MadeApplication made = cluster().failing("ExecutorLostFailure", message).job(work);
    return SparkDiagnosis.of(made.build()).verdict().advice().get(0);
  }

  @Test
  void executorsThatOnlyNowGetWorkAreSlowAtFirst() {
    assertThat(fewest(new MadeApplication(1, SLOTS), 32)).isCloseTo(0.2 * 24, within(0.3));
    assertThat(fewest(cluster(), 32)).isCloseTo(0.2 * (24 - 5.0 / SLOTS), within(0.3));
    assertThat(fewest(new MadeApplication(2, 1), 16)).isCloseTo(0, within(0.3));
  }

  /** Seconds that one task of so many would save at least if it were divided. */
  private static double fewest(MadeApplication made, long seconds) {
    MadeApplication.Work work = MadeApplication.Work.cpu(1_000 * seconds);
    return SparkDiagnosis.of(made.job(tasks(1, work)).build()).verdict().gain().low();
  }

  @Test
  void operatorsTellWhyTasksAreFew() {
    assertThat(changesOfOneTask("Coalesce")).containsExactly(SparkAdvice.Change.NO_COALESCE);
    assertThat(changesOfScan("Scan JDBCRelation(orders) [numPartitions=1]", "[id#0]"))
        .containsExactly(SparkAdvice.Change.SEVERAL_CONNECTIONS);
    assertThat(changesOfScan("Scan csv ", "Location: InMemoryFileIndex(1 paths)[file:/a.csv.gz]"))
        .containsExactly(SparkAdvice.Change.DIVISIBLE_FILES);
    assertThat(changesOfWindow("Exchange SinglePartition, ENSURE_REQUIREMENTS"))
        .containsExactly(SparkAdvice.Change.SMALLER_WINDOWS);
    assertThat(changesOfWindow("Exchange hashpartitioning(shop#1L, 8)"))
        .containsExactly(SparkAdvice.Change.REPARTITION);
    assertThat(changesOfOneTask("map")).containsExactly(SparkAdvice.Change.REPARTITION);
  }

  private static List<SparkAdvice.Change> changesOfWindow(String exchange) {
    TreeMap<Integer, Map<String, Long>> moved = new TreeMap<>(Map.of(0, Map.of("rows", 1L)));
    PlanNode read = new PlanNode("Exchange", exchange, Map.of(), moved, List.of());
    PlanNode window = new PlanNode("Window", "", Map.of(), moved, List.of(read));
    MadeApplication made = cluster().job(tasks(1, MadeApplication.Work.cpu(20_000)));
    return changes(made.queried(window, 0));
  }

  private static List<SparkAdvice.Change> changesOfScan(String name, String text) {
    MadeApplication made = cluster().job(tasks(1, MadeApplication.Work.cpu(20_000)));
    return changes(made.queried(node(name, text), 0));
  }

  /** Whose metrics the first stage moved. */
  private static PlanNode node(String name, String text) {
    return new PlanNode(
        name, text, Map.of(), new TreeMap<>(Map.of(0, Map.of("rows", 1L))), List.of());
  }

  private static List<SparkAdvice.Change> changesOfOneTask(String operator) {
    return changes(cluster().job(tasks(1, MadeApplication.Work.cpu(20_000)), operator));
  }

  private static List<SparkAdvice.Change> changes(MadeApplication made) {
    return AdvisedChanges.of(SparkDiagnosis.of(made.build()).verdict());
  }

  @Test
  void failedAttemptsCostTheirTime() {
    List<MadeApplication.Work> work = tasks(32, MadeApplication.Work.cpu(1_000));
    work.addAll(tasks(16, MadeApplication.Work.cpu(1_000).ending(Task.Outcome.FAILED)));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(cluster().job(work).build());

    assertThat(diagnosis.verdict()).isInstanceOf(SparkFinding.Failures.class);
    assertThat(((SparkFinding.Failures) diagnosis.verdict()).attempts()).isEqualTo(16);
    assertThat(diagnosis.ledger().seconds(SlotRow.FAILED)).isCloseTo(16, within(0.01));
  }

  @Test
  void tasksOfACancelledStageAreNoCopies() {
    MadeApplication.Work killed = MadeApplication.Work.cpu(10_000).ending(Task.Outcome.KILLED);
    MadeApplication made = cluster().job(tasks(32, MadeApplication.Work.cpu(1_000)));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.job(tasks(4, killed)).cancelled().build());

    assertThat(diagnosis.ledger().seconds(SlotRow.SPECULATION)).isZero();
    assertThat(diagnosis.ledger().seconds(SlotRow.UNEXPLAINED)).isCloseTo(40, within(0.1));
    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.UNKNOWN);
  }

  @Test
  void tasksThatTakeLongerOnOneExecutorMakeItSlow() {
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(
            cluster().job(tasks(80, MadeApplication.Work.cpu(500).slowOnOne(4))).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.SLOW_NODE);
    assertThat(((SparkFinding.LongTask) diagnosis.verdict()).executor().executor()).isEqualTo("1");
  }

  @Test
  void aTaskThatTakesLongMakesNoExecutorSlow() {
    List<MadeApplication.Work> uneven = new ArrayList<>();
    uneven.add(MadeApplication.Work.cpu(3_900));
    uneven.add(MadeApplication.Work.cpu(3_700));
    uneven.add(MadeApplication.Work.cpu(500).slowOnOne(6));
    uneven.addAll(tasks(5, MadeApplication.Work.cpu(500)));
    MadeApplication made = new MadeApplication(2, 1).job(uneven);

    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(made.job(tasks(8, MadeApplication.Work.cpu(500))).build());

    assertThat(diagnosis.verdict().kind()).isNotEqualTo(SparkKind.SLOW_NODE);
    assertThat(diagnosis.others()).noneMatch(found -> found.kind() == SparkKind.SLOW_NODE);
  }

  @Test
  void garbageAndFetchesAreTheTasksTime() {
    MadeApplication.Work gc =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 400, 600, 0));
    MadeApplication.Work fetch =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 300, 0, 700));

    SparkDiagnosis garbage = SparkDiagnosis.of(cluster().job(tasks(64, gc)).build());
    SparkDiagnosis fetching = SparkDiagnosis.of(cluster().job(tasks(64, fetch)).build());

    assertThat(garbage.verdict().kind()).isEqualTo(SparkKind.GC);
    assertThat(garbage.verdict().advice())
        .contains(new SparkAdvice.Conf("spark.executor.memory", "1g", "2g"));
    double all = 64 * 0.6 / garbage.ledger().slots();
    assertThat(garbage.verdict().gain().high()).isGreaterThan(1.08 * all);
    assertThat(fetching.verdict().kind()).isEqualTo(SparkKind.FETCH_WAIT);
    assertThat(fetching.ledger().seconds(SlotRow.FETCH_WAIT)).isCloseTo(44.8, within(0.1));
  }

  @Test
  void garbageOfATenthOfTheTasksTimeIsWorthAWord() {
    assertThat(collecting(120)).isEqualTo(SparkKind.GC);
    assertThat(collecting(60)).isEqualTo(SparkKind.HEALTHY);
  }

  private static SparkKind collecting(long millis) {
    MadeApplication.Work gc =
        MadeApplication.Work.cpu(1_000)
            .with(MadeApplication.Work.run(1_000, 1_000 - millis, millis, 0));
    return SparkDiagnosis.of(cluster().job(tasks(64, gc)).build()).verdict().kind();
  }

  @Test
  void waitsOfAPythonOperatorAreItsWorkers() {
    MadeApplication.Work waits =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 200, 0, 0));

    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(cluster().job(tasks(64, waits), "BatchEvalPython").build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.PYTHON);
    assertThat(diagnosis.ledger().seconds(SlotRow.PYTHON)).isCloseTo(51.2, within(0.1));
  }

  @Test
  void aFunctionThatTakesColumnsIsToldToUseThem() {
    assertThat(changesFor("ArrowEvalPython [priced(v#1)#2], [pythonUDF0#3], 200"))
        .containsExactly(SparkAdvice.Change.WHOLE_COLUMNS);
    assertThat(changesFor("ArrowEvalPython [priced(v#1)#2], [pythonUDF0#3], 101"))
        .containsExactly(SparkAdvice.Change.VECTORIZED_UDF);
  }

  private static List<SparkAdvice.Change> changesFor(String plan) {
    MadeApplication.Work waits =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 200, 0, 0));
    PlanNode eval = node("ArrowEvalPython", plan);
    return changes(cluster().job(tasks(64, waits), "ArrowEvalPython").queried(eval, 0));
  }

  @Test
  void sparkThatStartsWithoutExecutorsThatNeverCameHasWaitedForThem() {
    MadeApplication made = late(4).with("spark.cores.max", String.valueOf(2 * SLOTS));
    SparkDiagnosis waited = SparkDiagnosis.of(made.build());
    SparkFinding.Unregistered verdict = (SparkFinding.Unregistered) waited.verdict();

    assertThat(verdict.seconds()).isCloseTo(18, within(0.01));
    assertThat(verdict.had()).isEqualTo(SLOTS);
    assertThat(verdict.advice())
        .containsExactly(
            new SparkAdvice.Conf(
                "spark.cores.max", String.valueOf(2 * SLOTS), String.valueOf(SLOTS)));
    assertThat(waited.ledger().seconds(SlotRow.NO_EXECUTOR))
        .isGreaterThanOrEqualTo(18.0 * SLOTS - 1);
  }

  @Test
  void sparkThatHadItsExecutorsOrStartedAtOnceHasNotWaitedForThem() {
    MadeApplication all = late(4).with("spark.cores.max", String.valueOf(SLOTS));
    MadeApplication atOnce = late(0).with("spark.cores.max", String.valueOf(2 * SLOTS));

    for (MadeApplication made : List.of(all, atOnce)) {
      SparkDiagnosis diagnosis = SparkDiagnosis.of(made.build());
      assertThat(diagnosis.verdict()).isNotInstanceOf(SparkFinding.Unregistered.class);
      assertThat(diagnosis.others()).noneMatch(SparkFinding.Unregistered.class::isInstance);
    }
  }

  /** Its first job starts after so many pauses of five seconds. */
  private static MadeApplication late(int pauses) {
    MadeApplication made =
        cluster()
            .with("spark.master", "local-cluster[2," + SLOTS / 2 + ",1024]")
            .with("spark.scheduler.minRegisteredResourcesRatio", "1.0")
            .with("spark.scheduler.maxRegisteredResourcesWaitingTime", "20s");
    for (int i = 0; i < pauses; i++) {
      made.pause(5_000);
    }
    return made.job(tasks(64, MadeApplication.Work.cpu(1_000)));
  }

  @Test
  void aFunctionThatComputesOnColumnsIsWork() {
    assertThat(inPython("MapInPandas", 9_000_000).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(inPython("MapInPandas", 900_000_000).verdict().kind()).isEqualTo(SparkKind.PYTHON);
    assertThat(inPython("FlatMapGroupsInPandas", 9_000_000).verdict().kind())
        .isEqualTo(SparkKind.PYTHON);
    assertThat(inPython("BatchEvalPython", 9_000_000).verdict().kind()).isEqualTo(SparkKind.PYTHON);
  }

  private static SparkDiagnosis inPython(String operator, long bytes) {
    MadeApplication.Work waits =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 50, 0, 0));
    Map<String, Long> metrics =
        Map.of("data sent to Python workers", bytes, "data returned from Python workers", 0L);
    PlanNode node =
        new PlanNode(operator, operator, metrics, new TreeMap<>(Map.of(0, metrics)), List.of());
    return SparkDiagnosis.of(cluster().job(tasks(64, waits), operator).queried(node, 0).build());
  }

  @Test
  void whereOneTaskTakesLongInPythonItHoldsUpTheOthers() {
    List<MadeApplication.Work> work = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      long each = i == 3 ? 20_000 : 250;
      work.add(MadeApplication.Work.cpu(each).with(MadeApplication.Work.run(each, 50, 0, 0)));
    }
    MadeApplication made = cluster().job(work, "FlatMapGroupsInPandas");
    SparkDiagnosis computes = SparkDiagnosis.of(made.build());
    SparkDiagnosis waits = SparkDiagnosis.of(made.pythonCores(0.1).build());

    assertThat(List.of(computes, waits))
        .allSatisfy(
            diagnosis -> {
              assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.STRAGGLER);
              assertThat(diagnosis.others())
                  .noneMatch(found -> found.kind() == SparkKind.PYTHON)
                  .noneMatch(found -> found.kind() == SparkKind.TASK_WAIT);
            });
  }

  @Test
  void tasksWhosePythonWorkersTakeAsLongForNoRowsAreTiny() {
    SparkDiagnosis tiny = SparkDiagnosis.of(inPython(120, 0.1));
    SparkDiagnosis ofRows = SparkDiagnosis.of(inPython(5, 20));

    assertThat(tiny.verdict().kind()).isEqualTo(SparkKind.TINY_TASKS);
    assertThat(tiny.verdict().advice())
        .containsExactly(new SparkAdvice.Conf("spark.default.parallelism", "800", "8"));
    assertThat(ofRows.verdict().kind()).isNotEqualTo(SparkKind.TINY_TASKS);
  }

  /** Its tasks take so long however few rows they get, and so long for each of these. */
  private static Application inPython(long millis, double perRow) {
    List<MadeApplication.Work> work = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      int rows = i % 7;
      long each = millis + Math.round(perRow * rows);
      work.add(
          MadeApplication.Work.cpu(each).with(MadeApplication.Work.run(each, 5, 0, 0)).rows(rows));
    }
    return cluster().with("spark.default.parallelism", "800").job(work, "PythonRDD").build();
  }

  @Test
  void manyPartitionsOfAStreamsStateAreTinyThoughTheyWaitForTheirFiles() {
    MadeApplication.Work waits =
        MadeApplication.Work.cpu(200).with(MadeApplication.Work.run(200, 40, 0, 0)).rows(20);

    assertThat(SparkDiagnosis.of(batches(waits, "StateStoreSave")).verdict().kind())
        .isEqualTo(SparkKind.TINY_TASKS);
    assertThat(SparkDiagnosis.of(batches(waits, "map")).verdict().kind())
        .isEqualTo(SparkKind.UNKNOWN);
  }

  private static Application batches(MadeApplication.Work work, String operator) {
    MadeApplication made = cluster();
    for (int i = 0; i < 5; i++) {
      made.job(tasks(200, work), operator);
    }
    return made.build();
  }

  @Test
  void thousandsOfTinyTasksAreMostlyTheirStart() {
    MadeApplication.Work tiny =
        MadeApplication.Work.cpu(10).with(MadeApplication.Work.run(2, 2, 0, 0));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(cluster().job(tasks(8_000, tiny)).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.TINY_TASKS);
    assertThat(diagnosis.verdict().gain().speedup()).isGreaterThan(1.5);
  }

  @Test
  void aLoopOfSmallJobsIsMostlyTheirStart() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(loop(5).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.TINY_TASKS);
    assertThat(diagnosis.verdict().advice())
        .extracting(advice -> ((SparkAdvice.Code) advice).change())
        .containsExactly(SparkAdvice.Change.ONE_JOB);
    assertThat(SparkDiagnosis.of(loop(25).build()).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
    Demand batches = new Demand(false, List.of(new Span(0, 100_000)));
    assertThat(SparkDiagnosis.of(loop(5).asked(batches).build()).verdict().kind())
        .isEqualTo(SparkKind.HEALTHY);
  }

  private static MadeApplication loop(long runMillis) {
    MadeApplication made = cluster().inLine(7);
    MadeApplication.Work small =
        MadeApplication.Work.cpu(40).with(MadeApplication.Work.run(runMillis, runMillis, 0, 0));
    for (int i = 0; i < 400; i++) {
      made.job(tasks(4, small));
    }
    return made;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void rowsAddUpWhateverHappened(int seed) {
    Random random = new Random(seed);
    MadeApplication made = new MadeApplication(1 + random.nextInt(4), 1 + random.nextInt(3));
    for (int job = 0; job < 1 + random.nextInt(6); job++) {
      List<MadeApplication.Work> work = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(40); i++) {
        long millis = 1 + random.nextInt(2_000);
        Task.Times times =
            new Task.Times(
                random.nextInt(50),
                random.nextInt(20),
                random.nextInt((int) millis + 1),
                random.nextInt(2_000),
                random.nextInt(500),
                random.nextInt(20),
                random.nextInt(20),
                random.nextInt(800),
                random.nextInt(300));
        Task.Outcome[] ends = {Task.Outcome.SUCCEEDED, Task.Outcome.FAILED, Task.Outcome.KILLED};
        work.add(
            MadeApplication.Work.cpu(millis)
                .with(times)
                .rows(random.nextInt(10_000))
                .ending(ends[Math.max(0, random.nextInt(10) - 7)]));
      }
      made.pause(random.nextInt(3_000)).job(work);
    }

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.build());

    double all = diagnosis.ledger().slotSeconds();
    double rows = diagnosis.ledger().rows().values().stream().mapToDouble(each -> each).sum();
    double overTime = 0;
    for (SlotInterval interval : diagnosis.ledger().intervals()) {
      overTime += interval.slotSeconds().values().stream().mapToDouble(each -> each).sum();
    }
    assertThat(rows).isCloseTo(all, within(1e-3 * all));
    assertThat(overTime).isCloseTo(all, within(1e-3 * all));
    assertThat(diagnosis.ledger().intervals()).hasSizeLessThanOrEqualTo(200);
    assertThat(diagnosis.ledger().share(SlotRow.UNEXPLAINED)).isLessThan(0.05);
    assertThat(diagnosis.price().simulated())
        .isCloseTo(diagnosis.price().recorded(), within(0.03 * diagnosis.price().recorded()));
    assertThat(diagnosis.price().criticalPath())
        .isLessThanOrEqualTo(diagnosis.price().recorded() * 1.001);
  }

  @Test
  void theCurveIsThatOfTheSlots() {
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(cluster().job(tasks(64, MadeApplication.Work.cpu(1_000))).build());

    List<ExecutorsPoint> curve = diagnosis.price().curve();
    assertThat(curve).extracting(ExecutorsPoint::executors).containsSubsequence(1, 2, 4, 8, 16);
    for (ExecutorsPoint point : curve) {
      double work = Math.ceil(64.0 / point.slots());
      assertThat(point.seconds()).isCloseTo(3.2 + work, within(0.05));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void eachExecutorsFirstTasksAreSlow(int executors) {
    assertThat(predicted(starting(2), executors))
        .isCloseTo(starting(executors).build().span().millis() / 1e3, within(0.05));
  }

  @Test
  void anExecutorsVeryFirstTaskIsSlowInWhateverStage() {
    assertThat(predicted(coming(1), 2))
        .isCloseTo(coming(2).build().span().millis() / 1e3, within(0.05));
  }

  private static MadeApplication coming(int executors) {
    return new MadeApplication(executors, 1)
        .comingFor(1_500, 0)
        .job(tasks(1, MadeApplication.Work.cpu(200)))
        .job(tasks(16, MadeApplication.Work.cpu(400)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4})
  void theFirstRunOfALoopsCodeIsSlowOnEachExecutor(int executors) {
    assertThat(predicted(ofOneLine(2), executors))
        .isCloseTo(ofOneLine(executors).build().span().millis() / 1e3, within(0.05));
  }

  /** Many small stages of one line, so that no stage has later tasks enough. */
  private static MadeApplication ofOneLine(int executors) {
    MadeApplication made = new MadeApplication(executors, 1).comingFor(0, 900).inLine(7);
    for (int i = 0; i < 6; i++) {
      made.job(tasks(4, MadeApplication.Work.cpu(400)));
    }
    return made;
  }

  private static double predicted(MadeApplication made, int executors) {
    return SparkDiagnosis.of(made.build()).price().curve().stream()
        .filter(point -> point.executors() == executors)
        .findFirst()
        .orElseThrow()
        .seconds();
  }

  /** Two jobs of even tasks that take much longer at first. */
  private static MadeApplication starting(int executors) {
    return new MadeApplication(executors, 1)
        .startingFor(1_500)
        .job(tasks(48, MadeApplication.Work.cpu(800)))
        .job(tasks(24, MadeApplication.Work.cpu(400)));
  }

  @Test
  void unevenTasksAreNotTakenForSlowStarts() {
    Random random = new Random(7);
    List<MadeApplication.Work> work = new ArrayList<>();
    for (int i = 0; i < 48; i++) {
      work.add(MadeApplication.Work.cpu(200 + random.nextInt(2_800)));
    }

    for (ExecutorsPoint point :
        SparkDiagnosis.of(new MadeApplication(2, 1).job(work).build()).price().curve()) {
      double real = new MadeApplication(point.executors(), 1).job(work).build().span().millis();
      assertThat(point.seconds()).isCloseTo(real / 1e3, within(0.01));
    }
  }
}
