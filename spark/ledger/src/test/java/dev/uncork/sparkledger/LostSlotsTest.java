package dev.uncork.sparkledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.sparkledger.MadeApplication.Work;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Rdd;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Slots that are lost in many small parts, in vain, or for want of work. */
class LostSlotsTest {
  private static final Work SECOND = Work.cpu(1_000);

  private static List<Work> tasks(int count, Work work) {
    return new ArrayList<>(Collections.nCopies(count, work));
  }

  private static MadeApplication cluster() {
    return new MadeApplication(2, 2);
  }

  @Test
  void manyJobsOfOneLineWithOneTaskEachHaveTooFew() {
    MadeApplication made = cluster().inLine(7);
    for (int i = 0; i < 60; i++) {
      made.job(tasks(1, Work.cpu(400)));
    }

    SparkFinding verdict = SparkDiagnosis.of(made.build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.FEW_PARTITIONS);
    SparkFinding.Lengths lengths = ((SparkFinding.TaskCount) verdict).lengths();
    assertThat(lengths).isEqualTo(new SparkFinding.Lengths(1, 400, 400, 59));
    assertThat(verdict.gain().high()).isCloseTo(18.9, within(0.5));
  }

  @Test
  void aLoopOfQueriesIsPlannedForNothing() {
    SparkFinding verdict = SparkDiagnosis.of(queries(100, 1).build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.PLANNING);
    assertThat(((SparkFinding.Driver) verdict).seconds()).isCloseTo(19, within(0.1));
    assertThat(verdict.advice())
        .extracting(advice -> ((SparkAdvice.Code) advice).change())
        .containsExactly(SparkAdvice.Change.ONE_JOB);
  }

  @Test
  void queriesThatDifferArePlannedEach() {
    MadeApplication asked = queries(100, 1).asked(new Demand(true, List.of()));

    assertThat(SparkDiagnosis.of(queries(100, 10).build()).verdict().kind())
        .isEqualTo(SparkKind.HEALTHY);
    assertThat(SparkDiagnosis.of(asked.build()).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  /** So many queries of one line, with such a number of different plans. */
  private static MadeApplication queries(int count, int plans) {
    MadeApplication made = cluster().inLine(7);
    for (int i = 0; i < count; i++) {
      PlanNode plan = new PlanNode("Scan " + i % plans, "", Map.of(), new TreeMap<>(), List.of());
      made.job(tasks(4, Work.cpu(300))).queried(plan, 200).pause(200);
    }
    return made;
  }

  @Test
  void partitionsThatAreTakenOneByOneAreNotTooFew() {
    SparkFinding verdict = taken(12, 12).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.COLLECT);
    assertThat(((SparkFinding.TaskCount) verdict).lengths().alike()).isEqualTo(11);
    assertThat(verdict.advice())
        .extracting(advice -> ((SparkAdvice.Code) advice).change())
        .containsExactly(SparkAdvice.Change.KEEP_RESULTS_ON_EXECUTORS);
    assertThat(taken(12, 1).verdict().kind()).isEqualTo(SparkKind.FEW_PARTITIONS);
    assertThat(taken(2, 12).verdict().kind()).isNotEqualTo(SparkKind.FEW_PARTITIONS);
  }

  /** So many jobs of one task each, of an RDD with so many partitions. */
  private static SparkDiagnosis taken(int jobs, int partitions) {
    MadeApplication made = cluster().inLine(7);
    for (int i = 0; i < jobs; i++) {
      Rdd rdd = new Rdd(5, "map at Made.java:6", false, partitions, List.of());
      made.job(tasks(1, Work.cpu(24_000 / jobs))).through(rdd);
    }
    return SparkDiagnosis.of(made.build());
  }

  @Test
  void tasksThatListFilesAreNotTooMany() {
    Work lists = Work.cpu(15).with(Work.run(2, 1, 0, 0));
    String job = "Listing leaf files and directories for 1200 paths: file:/days/day=1, ...";
    MadeApplication made = cluster().job(tasks(6_000, lists)).described(job);

    SparkFinding verdict = SparkDiagnosis.of(made.job(tasks(40, SECOND)).build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.LISTING);
    assertThat(((SparkFinding.Driver) verdict).seconds()).isCloseTo(22.5, within(0.3));
    assertThat(AdvisedChanges.of(verdict)).containsExactly(SparkAdvice.Change.COMPACT_FILES);
  }

  @Test
  void aFolderThatIsListedAgainAndAgainMayBeListedOnce() {
    Work lists = Work.cpu(15).with(Work.run(2, 1, 0, 0));
    String job = "Listing leaf files and directories for 1200 paths: file:/days/day=1, ...";
    MadeApplication made = cluster();
    for (int i = 0; i < 4; i++) {
      made.inLine(7).job(tasks(1_500, lists)).described(job);
    }
    SparkFinding verdict = SparkDiagnosis.of(made.job(tasks(40, SECOND)).build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.LISTING);
    assertThat(verdict.site()).isPresent();
    assertThat(AdvisedChanges.of(verdict))
        .containsExactly(SparkAdvice.Change.LIST_ONCE, SparkAdvice.Change.COMPACT_FILES);
  }

  @Test
  void manySmallFilesThatAreWrittenCostTheirMaking() {
    SparkFinding verdict = written(600).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.SMALL_FILES);
    assertThat(((SparkFinding.TaskCount) verdict).written()).isTrue();
    assertThat(verdict.gain().high()).isCloseTo(7.6, within(0.3));
    assertThat(written(9_600).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void onABusyMachineTheMakingOfSmallFilesWaitsForCoresToo() {
    Work waits = Work.cpu(4_000).with(Work.run(4_000, 1_000, 0, 0));
    MadeApplication made = cluster().job(tasks(16, waits)).queued(24_000).queried(write(4_800), 0);

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.SMALL_FILES);
    assertThat(diagnosis.verdict().gain().seconds()).isCloseTo(0.8 * 8, within(0.1));
    assertThat(diagnosis.verdict().gain().high()).isCloseTo(8.8, within(0.1));
  }

  @Test
  void whatTheMakingOfSmallFilesWaitsForIsNoCauseOfItsOwn() {
    Work waits = Work.cpu(2_000).with(Work.run(2_000, 400, 0, 0));
    MadeApplication made = cluster().job(tasks(16, waits)).awaitedProcesses(10_000);
    assertThat(SparkDiagnosis.of(made.build()).verdict().kind()).isEqualTo(SparkKind.TASK_WAIT);

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.queried(write(600), 0).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.SMALL_FILES);
    assertThat(diagnosis.others())
        .noneMatch(found -> found.kind() == SparkKind.TASK_WAIT)
        .noneMatch(found -> found.kind() == SparkKind.UNKNOWN);
  }

  /** 9,600 files in so many folders. */
  private static SparkDiagnosis written(long folders) {
    return SparkDiagnosis.of(
        cluster().job(tasks(16, Work.cpu(2_000))).queried(write(folders), 0).build());
  }

  private static PlanNode write(long folders) {
    return new PlanNode(
        "Execute InsertIntoHadoopFsRelationCommand",
        "",
        Map.of(
            "number of written files", 9_600L,
            "written output", 90_000_000L,
            "number of dynamic part", folders),
        new TreeMap<>(),
        List.of());
  }

  @Test
  void aSkewedWindowIsNotSalted() {
    assertThat(skewed("Window").advice()).containsExactly(code(SparkAdvice.Change.SMALLER_WINDOWS));
    assertThat(skewed("SortAggregate").advice()).containsExactly(code(SparkAdvice.Change.SALT_KEY));
  }

  @Test
  void aLargePartOfTheInputIsNoSkewedKey() {
    List<Work> work = tasks(32, Work.cpu(500).fromCache());
    work.add(Work.cpu(15_000).rows(30_000).fromCache());

    SparkFinding verdict = SparkDiagnosis.of(cluster().job(work).build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.SKEW);
    assertThat(verdict.advice()).containsExactly(code(SparkAdvice.Change.DIVISIBLE_FILES));
  }

  private static SparkAdvice code(SparkAdvice.Change change) {
    return new SparkAdvice.Code(change, Optional.of(new CallSite("count at Made.java:1", "")));
  }

  /** Of an operator, which reads rows that are divided by a key. */
  private static SparkFinding skewed(String operator) {
    List<Work> work = tasks(32, Work.cpu(500));
    work.add(Work.cpu(15_000).rows(30_000));
    TreeMap<Integer, Map<String, Long>> byStage = new TreeMap<>(Map.of(0, Map.of("rows", 1L)));
    PlanNode exchange =
        new PlanNode(
            "Exchange", "Exchange hashpartitioning(shop#1L, 8)", Map.of(), byStage, List.of());
    PlanNode reads = new PlanNode(operator, "", Map.of(), byStage, List.of(exchange));
    return SparkDiagnosis.of(cluster().job(work).planned(reads).build()).verdict();
  }

  @Test
  void whatAProgramDoesForABatchOfAStreamIsItsOwn() {
    MadeApplication made = cluster();
    for (int i = 0; i < 5; i++) {
      made.job(tasks(8, Work.cpu(500))).calledForABatch(4_000);
    }

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.DRIVER_CODE);
    assertThat(diagnosis.ledger().seconds(SlotRow.PLANNING)).isLessThan(1);
  }

  @Test
  void aLongTaskInEachOfManyStagesIsOneFinding() {
    MadeApplication made = cluster().inLine(7);
    for (int i = 0; i < 120; i++) {
      List<Work> work = tasks(12, Work.cpu(60));
      work.add(0, Work.cpu(500).rows(9_000));
      made.job(work);
    }

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.SKEW);
    assertThat(((SparkFinding.LongTask) diagnosis.verdict()).lengths().alike()).isEqualTo(119);
    assertThat(diagnosis.others()).extracting(SparkFinding::kind).doesNotContain(SparkKind.SKEW);
  }

  @Test
  void copiesInVainCostTheirTime() {
    List<Work> work = tasks(32, SECOND);
    work.addAll(tasks(16, SECOND.copyInVain()));

    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(cluster().with("spark.speculation.multiplier", "1.1").job(work).build());

    assertThat(diagnosis.verdict()).isInstanceOf(SparkFinding.Copies.class);
    assertThat(((SparkFinding.Copies) diagnosis.verdict()).inVain()).isEqualTo(16);
    assertThat(diagnosis.verdict().advice())
        .containsExactly(new SparkAdvice.Conf("spark.speculation.multiplier", "1.1", "3"));
    assertThat(diagnosis.verdict().gain().high()).isCloseTo(4.4, within(0.2));
  }

  @Test
  void carefulCopiesInVainAreSwitchedOff() {
    List<Work> work = tasks(32, SECOND);
    work.addAll(tasks(16, SECOND.copyInVain()));

    MadeApplication made = cluster().with("spark.speculation", "true").job(work);

    assertThat(SparkDiagnosis.of(made.build()).verdict().advice())
        .containsExactly(new SparkAdvice.Conf("spark.speculation", "true", "false"));
  }

  @Test
  void atBestWhatIsNaturalIsAShareOfWhatIsLeft() {
    Work unpacks = SECOND.with(new Task.Times(900, 900, 100, 100, 0, 0, 0, 0, 0));

    SparkFinding verdict = SparkDiagnosis.of(cluster().job(tasks(64, unpacks)).build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.DESERIALIZATION);
    assertThat(verdict.gain().seconds()).isCloseTo(0.6 * 0.85 * 15.5, within(0.3));
    assertThat(verdict.gain().high()).isCloseTo(0.895 * 15.5 + 0.5, within(0.3));
  }

  @Test
  void packingResultsIsTheTasksTime() {
    Work packs = SECOND.with(new Task.Times(0, 0, 400, 400, 0, 590, 0, 0, 0));

    SparkFinding verdict = SparkDiagnosis.of(cluster().job(tasks(64, packs)).build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.COLLECT);
    assertThat(((SparkFinding.TaskTime) verdict).share()).isCloseTo(0.59, within(0.01));
  }

  @Test
  void tasksThatWaitNobodyKnowsForWhatAreNotHealthy() {
    Work waits = SECOND.with(Work.run(1_000, 400, 0, 0));
    Work reads = SECOND.with(Work.run(1_000, 750, 0, 0));

    SparkFinding verdict = SparkDiagnosis.of(cluster().job(tasks(64, waits)).build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.UNKNOWN);
    assertThat(verdict.gain().high()).isCloseTo(10.6, within(0.2));
    assertThat(verdict.gain().seconds()).isZero();
    assertThat(SparkDiagnosis.of(cluster().job(tasks(64, reads)).build()).verdict().kind())
        .isEqualTo(SparkKind.HEALTHY);
  }

  /** Tasks of a second, on the CPU so long, whose unpacking took so long and of it on the CPU. */
  private static MadeApplication offCpu(long cpu, long unpacking, long unpackingCpu) {
    Task.Times times = new Task.Times(unpacking, unpackingCpu, 960, cpu, 0, 0, 0, 0, 0);
    return cluster().job(tasks(64, SECOND.with(times)));
  }

  @Test
  void waitsThatNoBusyMachineExplainsAreTheTasks() {
    SparkDiagnosis waits = SparkDiagnosis.of(offCpu(30, 40, 20).build());
    SparkDiagnosis mayBeBusy = SparkDiagnosis.of(offCpu(30, 40, 4).build());
    SparkDiagnosis mayBeLimited = SparkDiagnosis.of(offCpu(200, 40, 20).build());

    assertThat(waits.verdict().kind()).isEqualTo(SparkKind.TASK_WAIT);
    assertThat(((SparkFinding.OffCpu) waits.verdict()).share()).isCloseTo(0.93, within(0.01));
    assertThat(waits.verdict().gain().low()).isZero();
    assertThat(waits.verdict().gain().high()).isCloseTo(15.3, within(0.3));
    assertThat(mayBeBusy.verdict().kind()).isEqualTo(SparkKind.UNKNOWN);
    assertThat(mayBeLimited.verdict().kind()).isEqualTo(SparkKind.UNKNOWN);
  }

  @Test
  void aThirdOffTheCpuCountsWhereTheMachineSeemsQuiet() {
    SparkDiagnosis quiet = SparkDiagnosis.of(offCpu(600, 40, 35).build());
    SparkDiagnosis busy = SparkDiagnosis.of(offCpu(600, 40, 20).build());

    assertThat(quiet.verdict().kind()).isEqualTo(SparkKind.UNKNOWN);
    assertThat(busy.verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void thePluginSeesWhatItIsUnlessItIsThere() {
    MadeApplication with =
        offCpu(30, 40, 20).with("spark.plugins", "dev.uncork.spark.UncorkPlugin");

    assertThat(SparkDiagnosis.of(offCpu(30, 40, 20).build()).verdict().advice())
        .containsExactly(
            new SparkAdvice.Code(SparkAdvice.Change.RECORD_WITH_PLUGIN, Optional.empty()));
    assertThat(SparkDiagnosis.of(with.build()).verdict().advice()).isEmpty();
  }

  @Test
  void whatIsKnownComesBeforeWhatIsNot() {
    List<Work> work = tasks(32, Work.cpu(1_500).with(Work.run(1_500, 400, 0, 0)));
    work.add(Work.cpu(15_000).with(Work.run(15_000, 3_000, 0, 0)));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(new MadeApplication(2, 1).job(work).build());

    assertThat(diagnosis.verdict().kind()).isNotEqualTo(SparkKind.UNKNOWN);
    assertThat(diagnosis.others()).last().isInstanceOf(SparkFinding.OffCpu.class);
  }

  @Test
  void tasksThatHadNotEndedAreNamed() {
    Work hangs = Work.cpu(60_000).with(Task.Times.NONE).ending(Task.Outcome.RUNNING);
    MadeApplication made = cluster().job(tasks(8, SECOND)).job(tasks(4, hangs));

    SparkFinding verdict = SparkDiagnosis.of(made.build()).verdict();

    assertThat(verdict.kind()).isEqualTo(SparkKind.UNKNOWN);
    assertThat(verdict).isInstanceOf(SparkFinding.Unended.class);
    assertThat(verdict.site().orElseThrow().name()).isEqualTo("count at Made.java:2");
  }

  @Test
  void settingsThatWereMadeSmallerThanSparksOwnComeFirst() {
    Work fetches = SECOND.with(Work.run(1_000, 300, 0, 700));
    MadeApplication made =
        cluster()
            .with("spark.reducer.maxSizeInFlight", "4k")
            .with("spark.reducer.maxReqsInFlight", "1")
            .job(tasks(64, fetches));

    assertThat(SparkDiagnosis.of(made.build()).verdict().advice())
        .startsWith(
            new SparkAdvice.Conf("spark.reducer.maxSizeInFlight", "4k", "48m"),
            new SparkAdvice.Conf("spark.reducer.maxReqsInFlight", "1", "2147483647"));
    assertThat(SparkDiagnosis.of(cluster().job(tasks(64, fetches)).build()).verdict().advice())
        .noneMatch(SparkAdvice.Conf.class::isInstance);
  }

  @Test
  void pairsOfRddsAreACrossJoin() {
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(cluster().job(tasks(64, SECOND), "cartesian", "filter").build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.CROSS_JOIN);
  }

  @Test
  void aJoinOnFewValuesIsNearlyACrossJoin() {
    SparkDiagnosis diagnosis = joined("SortMergeJoin", 5_000_000);

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.CROSS_JOIN);
    assertThat(diagnosis.verdict().advice())
        .extracting(advice -> ((SparkAdvice.Code) advice).change())
        .containsExactly(SparkAdvice.Change.MORE_JOIN_COLUMNS);
    assertThat(joined("SortMergeJoin", 80_000).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(joined("SortAggregate", 5_000_000).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  /** Both sides have 20,000 rows. */
  private static SparkDiagnosis joined(String operator, long rows) {
    PlanNode side =
        new PlanNode(
            "Exchange", "", Map.of("shuffle records written", 20_000L), new TreeMap<>(), List.of());
    PlanNode join =
        new PlanNode(
            operator,
            "",
            Map.of("number of output rows", rows),
            new TreeMap<>(Map.of(0, Map.of())),
            List.of(side, side));
    return SparkDiagnosis.of(cluster().job(tasks(64, SECOND)).planned(join).build());
  }

  @Test
  void partitionsThatSparkMergedAreMadeSmaller() {
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(
            cluster().job(tasks(1, Work.cpu(20_000).rows(4_000)), "AQEShuffleRead").build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.FEW_PARTITIONS);
    assertThat(diagnosis.verdict().advice())
        .containsExactly(
            new SparkAdvice.Conf(
                "spark.sql.adaptive.coalescePartitions.minPartitionSize", "1MB", "100000b"));
  }

  @Test
  void aSkewedPartitionIsDividedIntoPartsThatAreSmallEnough() {
    List<Work> work = tasks(32, Work.cpu(500).rows(10_000));
    work.add(Work.cpu(15_000).rows(400_000)); // 40 MB
    PlanNode join =
        new PlanNode("SortMergeJoin", "", Map.of(), new TreeMap<>(Map.of(0, Map.of())), List.of());

    SparkDiagnosis diagnosis = SparkDiagnosis.of(cluster().job(work).planned(join).build());

    assertThat(diagnosis.verdict().advice())
        .contains(
            new SparkAdvice.Conf(
                "spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "256MB", "9MB"),
            new SparkAdvice.Conf("spark.sql.adaptive.advisoryPartitionSizeInBytes", "64MB", "9MB"));
  }

  @Test
  void aStreamWaitsForItsNextBatch() {
    assertThat(batches(new Demand(false, List.of(new Span(3_000, 60_000)))))
        .isEqualTo(SparkKind.HEALTHY);
    assertThat(batches(new Demand(true, List.of()))).isEqualTo(SparkKind.HEALTHY);
    assertThat(batches(Demand.OWN)).isEqualTo(SparkKind.DRIVER_CODE);
  }

  private static SparkKind batches(Demand demand) {
    MadeApplication made = cluster().inLine(3).asked(demand);
    for (int i = 0; i < 12; i++) {
      made.job(tasks(8, Work.cpu(500))).pause(3_000);
    }
    return SparkDiagnosis.of(made.build()).verdict().kind();
  }

  @Test
  void onlyTheStreamsTimeIsWithoutDemand() {
    MadeApplication made = cluster().asked(new Demand(false, List.of(new Span(0, 9_000))));
    made.job(tasks(8, SECOND)).pause(8_000).job(tasks(8, SECOND));

    SparkDiagnosis diagnosis = SparkDiagnosis.of(made.build());

    assertThat(diagnosis.ledger().seconds(SlotRow.NO_DEMAND)).isCloseTo(16, within(0.01));
    assertThat(diagnosis.verdict()).isInstanceOf(SparkFinding.Driver.class);
    assertThat(diagnosis.verdict().site()).isNotEqualTo(Optional.empty());
  }
}
