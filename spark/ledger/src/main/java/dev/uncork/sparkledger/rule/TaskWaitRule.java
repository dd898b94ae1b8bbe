package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.WaitingTasks;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds what tasks wait for that Spark has no name for, where the plugin saw it; else that they do.
 *
 * <p>An event log doesn't tell whether tasks waited or had no core. How long unpacking them took,
 * which needs hardly more than a core, bounds how busy the machine was, roughly: that is done in a
 * few milliseconds after a rest, so a machine may make what computes twice as slow, and a CPU
 * limit, which such short work doesn't meet, slower still.
 */
final class TaskWaitRule {
  /** Tasks that read files or ask others wait as long as this, and are well. */
  private static final double MUCH_OFF_CPU = 0.4;

  /** Of all slots' time; where tasks are few, what they wait for matters less. */
  private static final double MUCH_WAITED = 0.3;

  /** As both above, on a machine on which tasks were unpacked as fast as one can. */
  private static final double SOME_OFF_CPU = 0.3;

  private static final double SOME_WAITED = 0.2;

  /** So many times slower than unpacking may a busy machine make what computes. */
  private static final double MOST_SLOWER = 2;

  /** A CPU limit of less than a fifth of an executor's slots is rare. */
  private static final double MOST_LIMITED = 0.8;

  /** Of a stage's time off the CPU; of what was seen less often, most is something else. */
  private static final double MOST_OF_IT = 0.5;

  /** What a task waits for that the program could do without, as the plugin names it. */
  private static final Set<String> OF_PROGRAM = Set.of("permit", "queue-full", "sleep");

  /** What opening, writing and closing files is for a thread, as the plugin names it. */
  private static final Set<String> OF_FILES = Set.of("storage", "child-process");

  private final ApplicationFacts facts;

  TaskWaitRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  /**
   * Whether it is mostly one task that spends its time in a row, such as that of waits, so that the
   * others wait for nothing but that task.
   */
  boolean isOfLongTask(SlotRow row, List<SparkFinding> found) {
    if (facts.ledger().seconds(row) <= 0) {
      return false;
    }
    StageTasks most = most(row);
    double longest =
        IntStream.range(0, most.count()).mapToDouble(task -> most.part(task, row)).max().orElse(0);
    return longest > MOST_OF_IT * most.part(row)
        && found.stream()
            .anyMatch(
                finding ->
                    finding instanceof SparkFinding.LongTask task
                        && task.stage().equals(most.stage()));
  }

  /**
   * Whether what tasks wait for are the many small files that their stage reads or writes: their
   * opening and closing, or the processes by which Hadoop sets their permissions.
   */
  boolean isOfSmallFiles(List<SparkFinding> found) {
    if (facts.ledger().seconds(SlotRow.TASK_WAIT) <= 0) {
      return false;
    }
    StageTasks most = most(SlotRow.TASK_WAIT);
    return longest(most).filter(wait -> OF_FILES.contains(wait.activity())).isPresent()
        && found.stream()
            .anyMatch(
                finding ->
                    finding.kind() == SparkKind.SMALL_FILES
                        && finding instanceof SparkFinding.TaskCount count
                        && count.stage().equals(most.stage()));
  }

  /** With its name. */
  Optional<SparkFinding> seen() {
    double all = facts.taskMillis();
    double share = facts.ledger().seconds(SlotRow.TASK_WAIT) * 1000 / Math.max(1, all);
    if (share <= 0) {
      return Optional.empty();
    }
    StageTasks most = most(SlotRow.TASK_WAIT);
    double ofStage = most.part(SlotRow.TASK_WAIT) / Math.max(1, most.millis());
    if (share < SOME_WAITED) {
      return Optional.empty();
    }
    return longest(most)
        .filter(wait -> wait.millis() >= MOST_OF_IT * most.part(SlotRow.TASK_WAIT))
        .filter(
            wait ->
                share >= MUCH_OFF_CPU
                    || ofStage
                        >= (OF_PROGRAM.contains(wait.activity()) ? SOME_OFF_CPU : MOST_OF_IT))
        .map(wait -> of(most, wait, share));
  }

  /** Tasks that wait long, for a core or nobody knows for what. */
  Optional<SparkFinding> unseen() {
    double millis = facts.taskMillis();
    double waited = 1000 * facts.ledger().seconds(SlotRow.TASK_WAIT);
    double queued = 1000 * facts.ledger().seconds(SlotRow.CORE_WAIT);
    double ofSlots = facts.ledger().share(SlotRow.TASK_WAIT);
    boolean much =
        waited + queued >= MUCH_OFF_CPU * millis
            && ofSlots + facts.ledger().share(SlotRow.CORE_WAIT) >= MUCH_WAITED;
    boolean some =
        waited >= Math.max(SOME_OFF_CPU, ofBusyMachine(1)) * millis && ofSlots >= SOME_WAITED;
    if (!much && !some) {
      return Optional.empty();
    }
    return Optional.of(queued > waited ? busy(queued / millis) : offCpu(waited / millis));
  }

  private SparkFinding busy(double share) {
    boolean byOthers = new SlowMachine(facts).byOthers();
    return new SparkFinding.MachineBusy(
        most(SlotRow.CORE_WAIT).stage(),
        share,
        byOthers,
        facts.pricing().gain(0, 0, 0),
        byOthers
            ? List.of(new SparkAdvice.Code(SparkAdvice.Change.CHECK_HOST, Optional.empty()))
            : List.of());
  }

  /**
   * The share of their time in which tasks have no core on a machine that makes all so many times
   * as slow as unpacking; all of it where that isn't known.
   */
  private double ofBusyMachine(double slower) {
    StageTasks.Unpacking all = facts.unpacking();
    return all.cpuMillis() < StageTasks.Unpacking.LEAST_CPU_MILLIS
        ? 1
        : 1 - 1 / (slower * all.times());
  }

  private SparkFinding offCpu(double share) {
    boolean waits = share > Math.max(MOST_LIMITED, ofBusyMachine(MOST_SLOWER));
    WhatIf without = facts.withoutSpinning(SlotRow.TASK_WAIT); // It may be a lock.
    return new SparkFinding.OffCpu(
        waits ? SparkKind.TASK_WAIT : SparkKind.UNKNOWN,
        most(SlotRow.TASK_WAIT).stage(),
        share,
        false,
        facts.pricing().gain(without, 0, waits ? 0.5 : 0),
        facts.withPlugin());
  }

  /** The stage with most of a row. */
  private StageTasks most(SlotRow row) {
    return facts.byStage(row, 0).keySet().iterator().next();
  }

  /** In all executors together. */
  private Optional<WaitingTasks> longest(StageTasks tasks) {
    Map<String, WaitingTasks> waits = new HashMap<>();
    for (Executor executor : facts.recorded().application().executors()) {
      for (WaitingTasks one : executor.waits()) {
        if (one.stage().equals(tasks.stage().key())) {
          waits.merge(
              one.activity() + "\t" + one.site(),
              one,
              (a, b) ->
                  new WaitingTasks(a.stage(), a.activity(), a.site(), a.millis() + b.millis()));
        }
      }
    }
    return waits.values().stream()
        .max(Comparator.comparingLong(WaitingTasks::millis).thenComparing(WaitingTasks::site));
  }

  private SparkFinding of(StageTasks tasks, WaitingTasks wait, double share) {
    WhatIf without = WhatIf.recorded().without(SlotRow.TASK_WAIT);
    TimeGain gain = facts.pricing().gain(without, 0.3, 0.7);
    return new SparkFinding.Awaiting(
        tasks.stage(),
        wait,
        share,
        gain,
        List.of(new SparkAdvice.Code(SparkAdvice.Change.WAIT_LESS, Optional.empty())));
  }
}
