package dev.uncork.sparkledger.finding;

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

/** Finds what tasks wait for that Spark has no name for, where the plugin saw it. */
final class TaskWaitRule {
  /** Of a stage's time off the CPU; of what was seen less often, most is something else. */
  private static final double MOST_OF_IT = 0.5;

  private final ApplicationFacts facts;

  TaskWaitRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  Optional<SparkFinding> find() {
    double all = facts.taskMillis();
    double share = facts.ledger().seconds(SlotRow.TASK_WAIT) * 1000 / Math.max(1, all);
    if (share < SparkVerdicts.MUCH_OFF_CPU) {
      return Optional.empty();
    }
    StageTasks most = facts.byStage(SlotRow.TASK_WAIT, 0).keySet().iterator().next();
    return longest(most)
        .filter(wait -> wait.millis() >= MOST_OF_IT * most.part(SlotRow.TASK_WAIT))
        .map(wait -> of(most, wait, share));
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
