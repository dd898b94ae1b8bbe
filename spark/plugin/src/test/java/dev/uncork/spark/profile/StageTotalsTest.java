package dev.uncork.spark.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.Timelines;
import dev.uncork.recording.jvm.JvmActivity;
import dev.uncork.spark.event.StageShare;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a recording says is divided among the stages whose tasks ran in it. */
class StageTotalsTest {
  private static final long START = 1_000_000;
  private static final List<Frame> STACK =
      List.of(new Frame("com.acme.Store", "put", "Store.java", 7));

  /** Ten acquires of 100 ms block in each of two seconds; thread 11 moves from CPU 0 to 1 to 2. */
  private static Diagnosis diagnosis() {
    LockUse lock =
        new LockUse(
            new LockId("com.acme.Store", 1, LockKind.MONITOR),
            20,
            2_000_000_000,
            150_000_000,
            0,
            0,
            0,
            List.of(
                new LockUse.LockSecond(0, 10, 1_000_000_000),
                new LockUse.LockSecond(1, 10, 1_000_000_000)),
            List.of(new LockStack("", STACK, 20, 2_000_000_000)),
            List.of());
    short[] cpus = {0, 0, 1, 2};
    return Diagnosis.of(
        new Recording(
            Instant.ofEpochMilli(START),
            2_000_000_000,
            new CollectorInfo("0.1.0", "attach", 1, "Executor", "OpenJDK 17", "", 4),
            List.of(),
            LockSource.UNCORK,
            0,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(lock),
            List.of(),
            List.of(),
            List.of(),
            Samples.NONE,
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(),
            new Timelines(
                0,
                List.of(),
                100,
                List.of(new Timelines.ThreadLane(11, "Executor task", 0, cpus)),
                Map.of()),
            List.of(look(300), look(600), look(1_200)),
            List.of(),
            JvmActivity.UNKNOWN,
            Experiment.NONE));
  }

  /**
   * One thread sleeps in a task, in a library that the program's client calls, one reads from a
   * Python worker, which Spark times, one isn't busy.
   */
  private static Snapshot look(long atMillis) {
    Frame sleep = new Frame("java.lang.Thread", "sleep", "Thread.java", 1);
    Frame read = new Frame("sun.nio.ch.Net", "poll", "Net.java", 1);
    Frame spark = new Frame("org.apache.spark.rdd.MapPartitionsRDD", "compute", "M.scala", 1);
    Frame python =
        new Frame("org.apache.spark.api.python.BasePythonRunner", "read", "PythonRunner.scala", 1);
    Frame receive = new Frame("org.prices.driver.Session", "receive", "Session.java", 1);
    Frame ask = new Frame("com.acme.Client", "ask", "Client.java", 20);
    Frame call = new Frame("com.acme.etl.Job", "call", "Job.java", 1);
    return new Snapshot(
        atMillis,
        List.of(
            thread(
                "Executor task launch worker for task 1.0",
                List.of(sleep, receive, ask, call, spark)),
            thread("Executor task launch worker for task 2.0", List.of(read, python)),
            thread("poller", List.of(sleep, ask))),
        List.of());
  }

  private static ThreadSample thread(String name, List<Frame> stack) {
    return new ThreadSample(
        1, name, Thread.State.TIMED_WAITING, 0, 1, stack, ThreadSample.Blocker.NONE, 0);
  }

  private static StageShare stage(List<StageShare> stages, int id) {
    return stages.stream().filter(stage -> stage.stageId == id).findFirst().orElseThrow();
  }

  @Test
  void locksAreDividedBySecondsAndPlacesByThreads() {
    List<TaskRun> tasks =
        List.of(
            new TaskRun(11, 1, 0, START, START + 1000, 500, 2, 30),
            new TaskRun(12, 1, 0, START + 1000, START + 1500, 100, 0, 12),
            new TaskRun(12, 2, 0, START + 1500, START + 2000, 7, 0, 5));
    List<StageShare> stages =
        StageTotals.of(diagnosis(), tasks, List.of(), Map.of(0, 0, 1, 0, 2, 1));
    StageShare first = stage(stages, 1);
    assertThat(first.tasks).isEqualTo(2);
    assertThat(first.taskMillis).isEqualTo(1500);
    assertThat(first.minorFaults).isEqualTo(600);
    assertThat(first.majorFaults).isEqualTo(2);
    assertThat(first.queuedNanos).isEqualTo(42);
    assertThat(first.blocked).isBetween(14.9, 15.1);
    assertThat(first.blockedNanos).isBetween(1.49e9, 1.51e9);
    assertThat(first.locks.get(0).site).contains("Store.java:7");
    assertThat(first.cpuChanges).isEqualTo(2);
    assertThat(first.nodeChanges).isEqualTo(1);
    assertThat(first.seenOnNode).isEqualTo(Map.of(0, 3L, 1, 1L));
    StageShare second = stage(stages, 2);
    assertThat(second.blocked).isBetween(4.9, 5.1);
    assertThat(second.seenOnNode).isEmpty();
    assertThat(first.plus(second).queuedNanos).isEqualTo(47);
    assertThat(first.plus(second).locks.get(0).blocked).isEqualTo(20);
  }

  @Test
  void waitsAreThoseOfTasksThatSparkDoesNotTime() {
    List<TaskRun> tasks =
        List.of(
            new TaskRun(11, 1, 0, START, START + 1000, 0, 0, 0),
            new TaskRun(12, 1, 0, START + 1000, START + 1250, 0, 0, 0),
            new TaskRun(12, 2, 0, START + 1250, START + 1999, 0, 0, 0));
    List<StageShare> stages = StageTotals.of(diagnosis(), tasks, List.of(), Map.of());
    StageShare first = stage(stages, 1);
    StageShare second = stage(stages, 2);

    assertThat(first.waits).hasSize(1);
    assertThat(first.waits.get(0).key()).isEqualTo("sleep\tcom.acme.Client.ask(Client.java:20)");
    assertThat(first.waits.get(0).nanos).isBetween(1_240_000_000L, 1_260_000_000L);
    assertThat(first.plus(second).waits.get(0).nanos).isBetween(1_990_000_000L, 2_010_000_000L);
  }

  @Test
  void waitsOfTasksThatRunOnAreKnownBeforeTheirEnd() {
    List<TaskRun> running =
        List.of(new TaskRun(11, 1, 0, START - 9_000, START + 2000, 0, 0, 0).until(START + 1999));

    StageShare only = stage(StageTotals.of(diagnosis(), List.of(), running, Map.of()), 1);

    assertThat(only.tasks).isZero();
    assertThat(only.taskMillis).isZero();
    assertThat(only.waits.get(0).nanos).isBetween(1_990_000_000L, 2_010_000_000L);
  }

  @Test
  void stagesOfRecordingsThatAreToldTogetherAreAllThere() {
    List<TaskRun> first = List.of(new TaskRun(11, 1, 0, START, START + 1000, 0, 0, 0));
    List<TaskRun> next =
        List.of(
            new TaskRun(11, 1, 0, START, START + 500, 0, 0, 0),
            new TaskRun(11, 2, 0, START + 500, START + 1000, 0, 0, 0));

    List<StageShare> told =
        StageShare.joined(
            StageTotals.of(diagnosis(), first, List.of(), Map.of()),
            StageTotals.of(diagnosis(), next, List.of(), Map.of()));

    assertThat(told).hasSize(2);
    assertThat(stage(told, 1).taskMillis).isEqualTo(1500);
    assertThat(stage(told, 2).taskMillis).isEqualTo(500);
  }

  @Test
  void withoutTasksThereIsNoStage() {
    assertThat(StageTotals.of(diagnosis(), List.of(), List.of(), Map.of())).isEmpty();
  }
}
