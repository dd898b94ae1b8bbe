package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds stages with too many tiny tasks, by themselves or since a loop runs them again and again.
 */
final class TinyTasksRule {
  private static final int MANY_TASKS = 100;

  /** Fewer rows of a batch than this aren't worth a partition of a stream's state. */
  private static final long LITTLE_STATE_ROWS = 1_000;

  /** With so many for each slot, far fewer keep it busy, if the stage is one of several alike. */
  private static final int SURPLUS = 16;

  /** A task's shuffle files of fewer bytes than this take long to make, not to fill. */
  private static final long LITTLE_BYTES = 64_000;

  private static final double MOSTLY_OVERHEAD = 0.2;

  /** Jobs of a few tasks each are common; a loop of them is slow where starting them is most. */
  private static final double MOSTLY_STARTS = 0.5;

  private final ApplicationFacts facts;
  private final PythonTime python;

  TinyTasksRule(ApplicationFacts facts, PythonTime python) {
    this.facts = facts;
    this.python = python;
  }

  /** The worst of the stages, whose finding is of all of them. */
  Optional<SparkFinding> find() {
    Map<StageTasks, Double> idle = facts.byStage(SlotRow.SCHEDULING, 0);
    Map<StageTasks, Tiny> stages = new LinkedHashMap<>();
    Map<StageTasks, Double> all = facts.ordered(tasks -> idle.getOrDefault(tasks, 0.0) + 1e-3, 0);
    for (List<StageTasks> alike : facts.alike(all, 0)) {
      List<StageTasks> small = alike.stream().filter(this::isShort).toList();
      Tiny together = tiny(small);
      boolean loop = facts.asksItself() && together.isMany(MOSTLY_STARTS, facts.ledger().slots());
      for (StageTasks tasks : small) {
        Tiny alone = tiny(List.of(tasks));
        int slots = facts.ledger().slots();
        boolean oneOfMany =
            alone.tasks() >= SURPLUS * slots && together.isMany(MOSTLY_OVERHEAD, slots);
        if (oneOfMany || alone.isMany(MOSTLY_OVERHEAD, slots)) {
          stages.put(tasks, alone);
        } else if (loop) {
          stages.put(tasks, together);
        }
      }
    }
    if (stages.isEmpty()) {
      return Optional.empty();
    }
    StageTasks worst = stages.keySet().iterator().next();
    int count = 0;
    double between = 0;
    for (StageTasks tasks : stages.keySet()) {
      count += tasks.succeededCount();
      double inTasks = tasks.part(SlotRow.SCHEDULING) / 1000;
      between += Math.max(0, idle.getOrDefault(tasks, 0.0) - inTasks);
    }
    int enough = 4 * facts.ledger().slots();
    WhatIf coalesced =
        WhatIf.recorded()
            .withLengths(
                tasks -> {
                  @Nullable Tiny tiny = stages.get(tasks);
                  return tiny == null ? WhatIf.asRecorded(tasks) : tiny.coalesced(tasks, enough);
                });
    double seconds =
        facts.pricing().gain(coalesced, 1, 1).seconds() + between / facts.ledger().slots();
    TimeGain gain = facts.pricing().gain(seconds, 0.5, 0.8);
    long bytes = stages.keySet().stream().mapToLong(TaskCountRules::bytes).sum();
    boolean loop = worst.count() < enough;
    return Optional.of(
        new SparkFinding.TaskCount(
            SparkKind.TINY_TASKS,
            worst.stage(),
            new SparkFinding.Lengths(
                count, worst.medianMillis(), worst.longestMillis(), stages.size() - 1),
            bytes,
            0,
            false,
            gain,
            loop
                ? List.of(TaskCountRules.code(SparkAdvice.Change.ONE_JOB, worst))
                : fewer(worst, bytes / stages.size())));
  }

  /**
   * Short tasks of one stage, or of several of one line.
   *
   * @param tasks that succeeded
   * @param overhead share of their time
   */
  private record Tiny(int tasks, double overhead) {
    boolean isMany(double leastOverhead, int slots) {
      return tasks >= MANY_TASKS && tasks >= 8 * slots && overhead >= leastOverhead;
    }

    /** What a stage's tasks take if there were enough of them for all slots, and no more. */
    float[] coalesced(StageTasks stage, int enough) {
      double kept = 1 - overhead * (1 - Math.min(1, enough / (double) tasks));
      return TaskCountRules.divided(kept * stage.millis(), Math.min(stage.count(), enough));
    }
  }

  private Tiny tiny(List<StageTasks> stages) {
    int count = stages.stream().mapToInt(StageTasks::succeededCount).sum();
    double queued = stages.stream().mapToDouble(tasks -> tasks.part(SlotRow.CORE_WAIT)).sum();
    double millis = stages.stream().mapToDouble(StageTasks::millis).sum() - queued;
    return new Tiny(count, Math.min(1, overhead(stages) / Math.max(1, millis)));
  }

  private boolean isShort(StageTasks tasks) {
    return tasks.succeededCount() > 0
        && (tasks.medianMillis() - python.startMillis(tasks) < TaskCountRules.TINY_MILLIS
            || ofLittleState(tasks));
  }

  /** A stream's state has files of its own in each partition, which are written for each batch. */
  private static boolean ofLittleState(StageTasks tasks) {
    return tasks.rowsRead() < LITTLE_STATE_ROWS * tasks.count() && keepsState(tasks);
  }

  private static boolean keepsState(StageTasks tasks) {
    return tasks.stage().operators().stream().anyMatch(name -> name.startsWith("StateStore"));
  }

  /**
   * Milliseconds around the tasks' runs, but for the first in each slot: they load code, which one
   * task must do.
   */
  private double overhead(List<StageTasks> alike) {
    Map<Integer, Integer> begun = new HashMap<>();
    double millis = 0;
    for (StageTasks tasks : alike) {
      boolean files = writesLittle(tasks);
      double inPython = python.startMillis(tasks);
      boolean all = ofLittleState(tasks); // Its rows hardly take time, but their files do.
      for (int i = 0; i < tasks.count(); i++) {
        if (facts.comesLater(begun, tasks.executor(i))) {
          double worker = Math.min(inPython, tasks.part(i, SlotRow.PYTHON));
          millis += all ? tasks.millis(i) : around(tasks, i, files) + worker;
        }
      }
    }
    return millis;
  }

  private static double around(StageTasks tasks, int i, boolean files) {
    return tasks.part(i, SlotRow.SCHEDULING)
        + tasks.part(i, SlotRow.RESULT)
        + tasks.part(i, SlotRow.DESERIALIZATION)
        + (files ? tasks.part(i, SlotRow.SHUFFLE_WRITE) : 0)
        + (keepsState(tasks) ? tasks.part(i, SlotRow.TASK_WAIT) : 0);
  }

  /** Then it is files that take long to write. */
  private static boolean writesLittle(StageTasks tasks) {
    long bytes = 0;
    for (Task task : tasks.stage().tasks()) {
      bytes += task.volumes().shuffleWrite().bytes();
    }
    return bytes < LITTLE_BYTES * tasks.count();
  }

  private List<SparkAdvice> fewer(StageTasks tasks, long bytes) {
    ConfFacts conf = facts.conf();
    int id = tasks.stage().key().id();
    int wanted =
        (int)
            Math.max(
                2L * facts.ledger().slots(),
                Math.min(100_000, bytes / TaskCountRules.GOOD_PARTITION_BYTES));
    boolean ofQuery = !facts.plans().of(id, node -> true).isEmpty();
    String setting = ofQuery ? ConfFacts.SHUFFLE_PARTITIONS : ConfFacts.PARALLELISM;
    if (tasks.stage().taskCount() == conf.number(setting, ofQuery ? 200 : 0)) {
      return List.of(conf.to(setting, String.valueOf(wanted)));
    }
    return List.of(TaskCountRules.code(SparkAdvice.Change.COALESCE, tasks));
  }
}
