package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Stages that may compute something again: what that takes of them, and runs that are spared it.
 */
record Recomputing(ApplicationFacts facts) {
  private static final double LEAST_SHARE = 0.02;

  /** What computing takes of a task's time. */
  private static final List<SlotRow> WORK =
      List.of(SlotRow.CPU, SlotRow.PYTHON, SlotRow.CORE_WAIT, SlotRow.TASK_WAIT);

  /** Whether so much is worth a look. */
  boolean counts(double slotSeconds) {
    return slotSeconds >= LEAST_SHARE * facts.ledger().slotSeconds();
  }

  /** The first attempts of stages that had tasks which succeeded, by id. */
  Map<Integer, StageTasks> succeeded(Set<Integer> ids) {
    Map<Integer, StageTasks> stages = new LinkedHashMap<>();
    for (StageTasks tasks : facts.recorded().stages()) {
      if (ids.contains(tasks.stage().key().id()) && tasks.succeededCount() > 0) {
        stages.putIfAbsent(tasks.stage().key().id(), tasks);
      }
    }
    return stages;
  }

  /** Milliseconds in which a stage's tasks computed. */
  static double work(StageTasks tasks) {
    return WORK.stream().mapToDouble(tasks::part).sum();
  }

  /** The run without shares of what stages compute. */
  static WhatIf without(Map<StageTasks, Double> shares) {
    return WhatIf.recorded()
        .withEach(
            (tasks, i, recorded) -> {
              double own = WORK.stream().mapToDouble(row -> tasks.part(i, row)).sum();
              return recorded - (float) (shares.getOrDefault(tasks, 0.0) * own);
            });
  }

  /** The run without all that stages do. */
  static WhatIf without(Set<StageTasks> stages) {
    return WhatIf.recorded()
        .withEach((tasks, i, recorded) -> stages.contains(tasks) ? 0 : recorded);
  }

  /** Tasks that find it there may also be over before anybody waits for them. */
  static WhatIf atBest(Map<StageTasks, Double> shares) {
    return WhatIf.recorded()
        .withEach(
            (tasks, i, recorded) -> (float) (recorded * (1 - shares.getOrDefault(tasks, 0.0))));
  }

  /** Rows of queries that the stage computes as others do. */
  static SparkFinding rows(
      StageTasks most, List<String> columns, int times, double seconds, TimeGain gain) {
    return new SparkFinding.Recomputed(
        most.stage(),
        Optional.empty(),
        columns,
        times,
        0,
        seconds,
        gain,
        List.of(
            new SparkAdvice.Code(
                SparkAdvice.Change.PERSIST, Optional.of(most.stage().callSite()))));
  }
}
