package dev.uncork.sparkledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.DriverLook.Doing;
import dev.uncork.sparkledger.model.Executor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What Spark's own events don't tell. */
class SeenByThePluginTest {
  private static List<MadeApplication.Work> tasks(int count, MadeApplication.Work work) {
    return new ArrayList<>(Collections.nCopies(count, work));
  }

  private static MadeApplication cluster() {
    return new MadeApplication(2, 2);
  }

  private static MadeApplication waiting() {
    MadeApplication.Work waits =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 400, 0, 0));
    return cluster().job(tasks(64, waits));
  }

  @Test
  void tasksThatAreBlockedNameTheirLock() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(waiting().blocked(15_000).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.CONTENDED_LOCK);
    assertThat(((SparkFinding.Blocked) diagnosis.verdict()).lock().lock())
        .isEqualTo("prices.Table");
    assertThat(diagnosis.verdict().advice())
        .containsExactly(new SparkAdvice.Code(SparkAdvice.Change.SHARE_LESS, Optional.empty()));
    assertThat(diagnosis.ledger().seconds(SlotRow.LOCK_WAIT)).isCloseTo(30, within(0.1));
    assertThat(diagnosis.verdict().gain().seconds()).isCloseTo(0.8 * 7.5, within(0.2));
  }

  @Test
  void whoIsBlockedMayHaveSpunBefore() {
    assertThat(mostOf(5_000)).isCloseTo(1.1 * 7.5, within(0.1));
    assertThat(mostOf(15_000)).isCloseTo(1.1 * 8, within(0.1)); // One of two gets ahead.
  }

  private static double mostOf(long blockedMillis) {
    return SparkDiagnosis.of(waiting().blocked(blockedMillis).build()).verdict().gain().high();
  }

  @Test
  void noMoreThanTheyWaited() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(waiting().blocked(500_000).build());

    assertThat(diagnosis.ledger().seconds(SlotRow.LOCK_WAIT)).isCloseTo(38.4, within(0.1));
    assertThat(diagnosis.ledger().seconds(SlotRow.TASK_WAIT)).isCloseTo(0, within(0.1));
  }

  @Test
  void whoIsBlockedAndThenWaitsForACoreIsChargedToBoth() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(waiting().blocked(10_000).queued(20_000).build());

    assertThat(diagnosis.ledger().seconds(SlotRow.LOCK_WAIT)).isCloseTo(12.8, within(0.1));
    assertThat(diagnosis.ledger().seconds(SlotRow.CORE_WAIT)).isCloseTo(25.6, within(0.1));
    assertThat(diagnosis.ledger().seconds(SlotRow.TASK_WAIT)).isCloseTo(0, within(0.1));
  }

  @Test
  void tasksThatSleepNameTheirLine() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(waiting().slept(15_000).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.TASK_WAIT);
    assertThat(((SparkFinding.Awaiting) diagnosis.verdict()).awaited().site())
        .isEqualTo("prices.Client.ask(Client.java:20)");
    assertThat(diagnosis.others()).noneMatch(found -> found.kind() == SparkKind.UNKNOWN);
    assertThat(diagnosis.verdict().gain().high()).isCloseTo(10.6, within(0.2));
  }

  @Test
  void whatOneStageWaitsForIsNamedThoughOthersCompute() {
    MadeApplication made = waiting().slept(15_000).job(tasks(64, MadeApplication.Work.cpu(1_000)));

    assertThat(SparkDiagnosis.of(made.build()).verdict().kind()).isEqualTo(SparkKind.TASK_WAIT);
  }

  /** Tasks that read files are off the CPU as long, and are well. */
  @Test
  void tasksThatTakeTurnsAtAPoolNeedNotWaitForMostOfTheirTime() {
    MadeApplication.Work work =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 650, 0, 0));
    MadeApplication pool = cluster().job(tasks(64, work)).awaited("permit", 8_000);
    MadeApplication files = cluster().job(tasks(64, work)).awaited("storage", 8_000);

    assertThat(SparkDiagnosis.of(pool.build()).verdict().kind()).isEqualTo(SparkKind.TASK_WAIT);
    assertThat(SparkDiagnosis.of(files.build()).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void whereOneTaskWaitsItHoldsUpTheOthers() {
    List<MadeApplication.Work> work = tasks(40, MadeApplication.Work.cpu(500));
    work.set(
        33, MadeApplication.Work.cpu(15_500).with(MadeApplication.Work.run(15_500, 500, 0, 0)));
    SparkDiagnosis diagnosis = SparkDiagnosis.of(cluster().job(work).slept(7_500).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.STRAGGLER);
    assertThat(diagnosis.others())
        .noneMatch(found -> found.kind() == SparkKind.TASK_WAIT)
        .noneMatch(found -> found.kind() == SparkKind.UNKNOWN);
  }

  @Test
  void aWaitThatIsTheLesserPartOfAllIsNotTheCause() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(waiting().slept(5_000).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.UNKNOWN);
  }

  @Test
  void pythonWorkersThatHardlyUseTheCpuWaitThemselves() {
    MadeApplication.Work python =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 200, 0, 0));
    SparkDiagnosis computes =
        SparkDiagnosis.of(
            cluster().job(tasks(64, python), "BatchEvalPython").pythonCores(1.2).build());
    SparkDiagnosis waits =
        SparkDiagnosis.of(
            cluster().job(tasks(64, python), "BatchEvalPython").pythonCores(0.1).build());

    assertThat(computes.verdict().kind()).isEqualTo(SparkKind.PYTHON);
    assertThat(AdvisedChanges.of(computes.verdict())).contains(SparkAdvice.Change.VECTORIZED_UDF);
    assertThat(waits.verdict().kind()).isEqualTo(SparkKind.TASK_WAIT);
    assertThat(AdvisedChanges.of(waits.verdict())).containsExactly(SparkAdvice.Change.WAIT_LESS);
    assertThat(((SparkFinding.TaskTime) waits.verdict()).ofItCpu().orElse(1)).isLessThan(0.1);
  }

  @Test
  void aFunctionThatComputesLongForEachRowIsWork() {
    SparkDiagnosis few = SparkDiagnosis.of(ofRows(500).pythonCores(1.5).build());
    SparkDiagnosis many = SparkDiagnosis.of(ofRows(5_000).pythonCores(1.5).build());
    SparkDiagnosis waits = SparkDiagnosis.of(ofRows(500).pythonCores(0.1).build());
    SparkDiagnosis unseen = SparkDiagnosis.of(ofRows(500).build());

    assertThat(few.verdict().kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(many.verdict().kind()).isEqualTo(SparkKind.PYTHON);
    assertThat(waits.verdict().kind()).isEqualTo(SparkKind.TASK_WAIT);
    assertThat(unseen.verdict().kind()).isEqualTo(SparkKind.UNKNOWN);
    assertThat(AdvisedChanges.of(unseen.verdict()))
        .containsExactly(SparkAdvice.Change.RECORD_WITH_PLUGIN);
  }

  private static MadeApplication ofRows(int rows) {
    MadeApplication.Work python =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 50, 0, 0)).rows(rows);
    return cluster().job(tasks(64, python), "PythonRDD");
  }

  @Test
  void whatPythonWorkersUseThatEndWithTheirTaskIsUnknown() {
    MadeApplication.Work python =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 10, 0, 0));
    MadeApplication made = cluster().with("spark.python.worker.reuse", "false");
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(made.job(tasks(64, python), "PythonRDD").pythonCores(0.1).build());

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.PYTHON);
    assertThat(((SparkFinding.TaskTime) diagnosis.verdict()).ofItCpu()).isEmpty();
    assertThat(diagnosis.verdict().advice())
        .contains(new SparkAdvice.Conf("spark.python.worker.reuse", "false", "true"));
    assertThat(AdvisedChanges.of(diagnosis.verdict()))
        .containsExactly(SparkAdvice.Change.DATA_FRAME);
  }

  @Test
  void tasksThatHaveNoCoreAreOnABusyMachine() {
    SparkDiagnosis busy = SparkDiagnosis.of(waiting().queued(15_000).build());
    SparkDiagnosis sleeping = SparkDiagnosis.of(waiting().queued(5_000).build());

    assertThat(busy.verdict().kind()).isEqualTo(SparkKind.MACHINE_BUSY);
    assertThat(((SparkFinding.MachineBusy) busy.verdict()).share()).isCloseTo(0.47, within(0.01));
    assertThat(busy.ledger().seconds(SlotRow.CORE_WAIT)).isCloseTo(30, within(0.1));
    assertThat(sleeping.verdict().kind()).isEqualTo(SparkKind.UNKNOWN);
  }

  @Test
  void aMachineIsBusyByOthersOnlyWhereTheirCpuTimeSaysSo() {
    assertThat(busyByOthers(new Executor.Used(0.8, 0, 0.1, 2))).isTrue();
    assertThat(busyByOthers(new Executor.Used(1.5, 0, 0.3, 2))).isFalse();
    assertThat(busyByOthers(new Executor.Used(1.5, 0, 0.3, 0))).isTrue(); // It isn't known.
  }

  private static boolean busyByOthers(Executor.Used used) {
    SparkDiagnosis busy = SparkDiagnosis.of(waiting().queued(15_000).using(used).build());
    return ((SparkFinding.MachineBusy) busy.verdict()).byOthers();
  }

  @Test
  void coresThatCollectorsHaveWhileTasksCouldRunAreGarbageCollection() {
    MadeApplication made = waiting().queued(15_000).using(new Executor.Used(1.9, 1.1, 0, 2));
    SparkDiagnosis garbage = SparkDiagnosis.of(made.build());
    SparkDiagnosis both = SparkDiagnosis.of(made.using(new Executor.Used(1, 0.4, 0, 2.5)).build());

    assertThat(garbage.verdict().kind()).isEqualTo(SparkKind.GC);
    assertThat(garbage.ledger().seconds(SlotRow.GC)).isCloseTo(26.7, within(0.5));
    assertThat(garbage.ledger().seconds(SlotRow.CORE_WAIT)).isCloseTo(3.3, within(0.5));
    assertThat(both.ledger().seconds(SlotRow.GC)).isCloseTo(7, within(0.5));
  }

  @Test
  void collectorsThatStopTheTasksTakeNoCoreFromThemMeanwhile() {
    MadeApplication.Work collects =
        MadeApplication.Work.cpu(1_000).with(MadeApplication.Work.run(1_000, 400, 100, 0));
    MadeApplication made = cluster().job(tasks(64, collects)).queued(15_000);
    SparkDiagnosis diagnosis =
        SparkDiagnosis.of(made.using(new Executor.Used(1.9, 0.15, 0, 2)).build());

    assertThat(diagnosis.ledger().seconds(SlotRow.GC)).isCloseTo(6.4, within(0.1));
  }

  @Test
  void sparkPlansOutsideOfQueriesToo() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(pauses(0, Doing.PLANNING));

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.PLANNING);
    assertThat(diagnosis.verdict().site().orElseThrow().name()).isEqualTo("build at Made.java:99");
  }

  @Test
  void onAMachineThatGivesNoCoresSparkPlansAsSlowlyAsAllElseIsDone() {
    assertThat(crowded(128_000, new Executor.Used(0.2, 0, 0, 2))).isEqualTo(SparkKind.MACHINE_BUSY);
    assertThat(crowded(128_000, new Executor.Used(2, 0, 0, 2))).isEqualTo(SparkKind.PLANNING);
    assertThat(crowded(0, new Executor.Used(0.2, 0, 0, 2))).isEqualTo(SparkKind.PLANNING);
  }

  /** After a slow start, long planning, and tasks that have no core for so long. */
  private static SparkKind crowded(long queuedMillis, Executor.Used cores) {
    MadeApplication.Work slow =
        MadeApplication.Work.cpu(5_000).with(MadeApplication.Work.run(5_000, 1_000, 0, 0));
    MadeApplication made = new MadeApplication(1, 2).onOneHost().executorsAt(15_000).pause(40_000);
    made.job(tasks(32, slow)).queued(queuedMillis).pause(14_000, 0, Doing.PLANNING);
    return SparkDiagnosis.of(made.job(tasks(8, slow)).using(cores).build()).verdict().kind();
  }

  @Test
  void theDriversGarbageIsKnownForEachPause() {
    SparkDiagnosis garbage = SparkDiagnosis.of(pauses(3_500, Doing.OWN_CODE));
    SparkDiagnosis own = SparkDiagnosis.of(pauses(500, Doing.OWN_CODE));

    assertThat(garbage.verdict().kind()).isEqualTo(SparkKind.DRIVER_GC);
    assertThat(garbage.verdict().advice())
        .containsExactly(new SparkAdvice.Conf("spark.driver.memory", "1g", "2g"));
    assertThat(own.verdict().kind()).isEqualTo(SparkKind.DRIVER_CODE);
  }

  @Test
  void aProgramThatWaitsToBeAskedIsNotSlow() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(pauses(0, Doing.WAITING));

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(diagnosis.ledger().seconds(SlotRow.NO_DEMAND)).isCloseTo(100, within(0.1));
  }

  @Test
  void codeThatIsLoadedIsPartOfTheStart() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(pauses(0, Doing.LOADING));

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.HEALTHY);
    assertThat(diagnosis.ledger().seconds(SlotRow.START_UP)).isGreaterThan(100);
  }

  @Test
  void filesOfAnRddAreMovedOutsideOfQueries() {
    SparkDiagnosis diagnosis = SparkDiagnosis.of(pauses(0, Doing.COMMITTING));

    assertThat(diagnosis.verdict().kind()).isEqualTo(SparkKind.COMMIT);
    assertThat(diagnosis.verdict().site().orElseThrow().name()).isEqualTo("build at Made.java:99");
  }

  @Test
  void whatIsDoneBeforeTheFirstActionIsNotAllSparksStart() {
    assertThat(first(Doing.PLANNING)).isEqualTo(SparkKind.PLANNING);
    assertThat(first(Doing.OWN_CODE)).isEqualTo(SparkKind.DRIVER_CODE);
    assertThat(first(Doing.PYTHON)).isEqualTo(SparkKind.DRIVER_CODE);
    assertThat(first(Doing.LOADING)).isEqualTo(SparkKind.HEALTHY);
  }

  private static SparkKind first(Doing doing) {
    MadeApplication made = new MadeApplication(1, 2).local().pause(500).pause(11_000, 0, doing);
    made.job(tasks(32, MadeApplication.Work.cpu(1_000)));
    return SparkDiagnosis.of(made.build()).verdict().kind();
  }

  private static Application pauses(long gcMillis, Doing doing) {
    MadeApplication made = cluster();
    for (int i = 0; i < 5; i++) {
      made.job(tasks(8, MadeApplication.Work.cpu(500))).pause(5_000, gcMillis, doing);
    }
    return made.build();
  }

  @Test
  void whatSparkUsesForTheFirstTimeIsNoFault() {
    MadeApplication made = cluster().job(tasks(32, MadeApplication.Work.cpu(1_000))).pause(2_200);
    made.job(tasks(32, MadeApplication.Work.cpu(1_000)));

    assertThat(SparkDiagnosis.of(made.build()).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  @Test
  void whatTheDriverDoesAgainAndAgainIsNotForTheFirstTime() {
    assertThat(loop(220, 220).verdict().kind()).isEqualTo(SparkKind.DRIVER_CODE);
    assertThat(loop(220, 10).verdict().kind()).isEqualTo(SparkKind.HEALTHY);
  }

  /** One pause that is long, and nine others. */
  private static SparkDiagnosis loop(long firstMillis, long millis) {
    MadeApplication made = cluster().inLine(7);
    for (int i = 0; i < 10; i++) {
      made.job(tasks(8, MadeApplication.Work.cpu(1_000))).pause(i == 0 ? firstMillis : millis);
    }
    return SparkDiagnosis.of(made.job(tasks(8, MadeApplication.Work.cpu(1_000))).build());
  }

  @Test
  void linesOfTheProgramThatWereSeenAreNotSparks() {
    MadeApplication made = cluster().job(tasks(32, MadeApplication.Work.cpu(1_000)));
    made.pause(2_200, 0, Doing.OWN_CODE).job(tasks(32, MadeApplication.Work.cpu(1_000)));

    assertThat(SparkDiagnosis.of(made.build()).verdict().kind()).isEqualTo(SparkKind.DRIVER_CODE);
  }
}
