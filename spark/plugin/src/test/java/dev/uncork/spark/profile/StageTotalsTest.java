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
            List.of(),
            List.of(),
            JvmActivity.UNKNOWN,
            Experiment.NONE));
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
    List<StageShare> stages = StageTotals.of(diagnosis(), tasks, Map.of(0, 0, 1, 0, 2, 1));
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
  void withoutTasksThereIsNoStage() {
    assertThat(StageTotals.of(diagnosis(), List.of(), Map.of())).isEmpty();
  }
}
