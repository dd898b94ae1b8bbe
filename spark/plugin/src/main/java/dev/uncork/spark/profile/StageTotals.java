package dev.uncork.spark.profile;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.library.LibraryWaits;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.Timelines;
import dev.uncork.spark.event.HotLock;
import dev.uncork.spark.event.StageShare;
import dev.uncork.spark.event.TaskWait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a recording says of each stage whose tasks ran in it: faults of their threads exactly,
 * places and waits as far as samples of the recording tell, and locks by the second.
 */
final class StageTotals {
  private static final int MAX_STAGES = 200;
  private static final long SECOND_MILLIS = 1000;

  private final Recording recording;
  private final Map<Integer, Integer> nodeOfCpu;
  private final long startMillis;
  private final Map<String, StageShare> stages = new LinkedHashMap<>();
  private final List<Map<String, Long>> millisInSecond = new ArrayList<>();

  private StageTotals(Recording recording, Map<Integer, Integer> nodeOfCpu) {
    this.recording = recording;
    this.nodeOfCpu = nodeOfCpu;
    this.startMillis = recording.start().toEpochMilli();
  }

  /**
   * Sums up.
   *
   * @param tasks that ended in it, which are counted
   * @param running that had not ended at its end; locks and waits are theirs too
   * @param nodeOfCpu the NUMA node of each CPU that is known
   */
  static List<StageShare> of(
      Diagnosis diagnosis,
      List<TaskRun> tasks,
      List<TaskRun> running,
      Map<Integer, Integer> nodeOfCpu) {
    StageTotals totals = new StageTotals(diagnosis.recording(), nodeOfCpu);
    tasks.forEach(totals::count);
    Stream.concat(tasks.stream(), running.stream()).forEach(totals::add);
    totals.places(tasks);
    diagnosis.locks().forEach(totals::add);
    totals.waits();
    return totals.stages.values().stream()
        .sorted(Comparator.comparingLong((StageShare stage) -> stage.taskMillis).reversed())
        .limit(MAX_STAGES)
        .toList();
  }

  private static String key(TaskRun task) {
    return task.stageId() + "." + task.stageAttempt();
  }

  private StageShare stage(TaskRun task) {
    StageShare stage = stages.computeIfAbsent(key(task), key -> new StageShare());
    stage.stageId = task.stageId();
    stage.attemptId = task.stageAttempt();
    return stage;
  }

  private void count(TaskRun task) {
    StageShare stage = stage(task);
    stage.tasks++;
    stage.taskMillis += task.endMillis() - task.startMillis();
    stage.minorFaults += task.minorFaults();
    stage.majorFaults += task.majorFaults();
    stage.queuedNanos += task.queuedNanos();
  }

  private void add(TaskRun task) {
    stage(task);
    long from = Math.max(0, task.startMillis() - startMillis);
    long to = task.endMillis() - startMillis;
    long last = Math.min(to / SECOND_MILLIS, recording.durationNanos() / 1_000_000_000);
    for (long second = from / SECOND_MILLIS; second <= last; second++) {
      while (millisInSecond.size() <= second) {
        millisInSecond.add(new HashMap<>());
      }
      long begin = Math.max(from, second * SECOND_MILLIS);
      long end = Math.min(to, (second + 1) * SECOND_MILLIS);
      millisInSecond.get((int) second).merge(key(task), Math.max(1, end - begin), Long::sum);
    }
  }

  private void places(List<TaskRun> tasks) {
    Timelines timelines = recording.timelines();
    Map<Integer, Timelines.ThreadLane> lanes = new HashMap<>();
    timelines.threads().forEach(lane -> lanes.put((int) lane.osThreadId(), lane));
    long bin = Math.max(1, timelines.threadBinMillis());
    for (TaskRun task : tasks) {
      Timelines.ThreadLane lane = lanes.get(task.threadId());
      StageShare stage = stages.get(key(task));
      if (lane != null && stage != null) {
        int before = -1;
        long first = Math.max(0, (task.startMillis() - startMillis) / bin);
        for (long at = first; at <= (task.endMillis() - startMillis) / bin; at++) {
          int cpu = at > Integer.MAX_VALUE ? -1 : lane.cpuAt((int) at);
          if (cpu >= 0) {
            seen(stage, before, cpu);
            before = cpu;
          }
        }
      }
    }
  }

  private void seen(StageShare stage, int before, int cpu) {
    int node = nodeOfCpu.getOrDefault(cpu, 0);
    stage.seenOnNode.merge(node, 1L, Long::sum);
    if (before >= 0 && before != cpu) {
      stage.cpuChanges++;
      stage.nodeChanges += nodeOfCpu.getOrDefault(before, 0) == node ? 0 : 1;
    }
  }

  /** What threads of tasks waited for in each second, at the looks that were taken in it. */
  private void waits() {
    StackReading reading = new StackReading(new LibraryWaits());
    Map<Integer, List<Snapshot>> looks =
        recording.snapshots().stream()
            .collect(Collectors.groupingBy(look -> (int) (look.atMillis() / SECOND_MILLIS)));
    Map<String, List<TaskWait>> waits = new HashMap<>();
    looks.forEach(
        (second, those) -> {
          if (second < millisInSecond.size()) {
            Map<String, Long> running = millisInSecond.get(second);
            double all = running.values().stream().mapToLong(Long::longValue).sum() * those.size();
            for (Snapshot look : those) {
              for (TaskWait wait : TaskWaits.of(look, reading)) {
                running.forEach(
                    (key, millis) ->
                        waits
                            .computeIfAbsent(key, unused -> new ArrayList<>())
                            .add(wait.times(millis / all)));
              }
            }
          }
        });
    waits.forEach(
        (key, those) -> {
          StageShare stage = stages.get(key);
          if (stage != null) {
            stage.waits = StageShare.longest(those);
          }
        });
  }

  private void add(LockRow row) {
    Map<String, double[]> shares = new HashMap<>(); // blocked acquires and nanoseconds
    for (LockUse.LockSecond second : row.use().seconds()) {
      if (second.second() < millisInSecond.size()) {
        Map<String, Long> running = millisInSecond.get(second.second());
        double all = running.values().stream().mapToLong(Long::longValue).sum();
        running.forEach(
            (key, millis) -> {
              double[] share = shares.computeIfAbsent(key, k -> new double[2]);
              share[0] += second.blocked() * millis / all;
              share[1] += second.acquireNanos() * millis / all;
            });
      }
    }
    shares.forEach((key, share) -> add(key, row, share[0], share[1]));
  }

  private void add(String key, LockRow row, double blocked, double nanos) {
    StageShare stage = stages.get(key);
    if (stage == null || LockTotals.isOurs(row)) {
      return;
    }
    stage.blocked += blocked;
    stage.blockedNanos += nanos;
    HotLock lock = LockTotals.hotLock(row);
    lock.blocked = Math.round(blocked);
    lock.totalNanos = Math.round(nanos);
    if (lock.blocked > 0) {
      stage.locks.add(lock);
      stage.locks = StageShare.hottest(stage.locks);
    }
  }
}
