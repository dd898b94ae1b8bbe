package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.PlanSearch;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;

/**
 * Finds joins in which each row meets a great many others, where that is most of their stage's
 * time: without a condition of equality all of them, or since few values are joined by.
 */
final class CrossJoinRule {
  private static final double MANY_PAIRS = 50;
  private static final double LEAST_SHARE = 0.1;

  /** What pairs take of such a task, about. */
  private static final double OF_PAIRS = 0.95;

  private static final PlanSearch.Test COMPARES_ALL =
      PlanSearch.named("CartesianProduct", "BroadcastNestedLoopJoin");
  private static final PlanSearch.Test JOINS_EQUAL =
      PlanSearch.named("SortMergeJoin", "ShuffledHashJoin", "BroadcastHashJoin");

  private final ApplicationFacts facts;

  CrossJoinRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  List<SparkFinding> find() {
    List<SparkFinding> found = new ArrayList<>();
    double all = facts.taskMillis();
    for (StageTasks tasks : facts.ordered(StageTasks::millis, 0).keySet()) {
      double share = tasks.millis() / Math.max(1, all);
      if (share >= LEAST_SHARE) {
        join(tasks)
            .map(join -> of(tasks, join.name(), JOINS_EQUAL.matches(join), share))
            .or(() -> ofRdds(tasks).map(name -> of(tasks, name, false, share)))
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private Optional<PlanNode> join(StageTasks tasks) {
    return facts.plans().of(tasks.stage().key().id(), CrossJoinRule::multiplies).stream()
        .findFirst();
  }

  private static boolean multiplies(PlanNode node) {
    long read = PlanSearch.rowsInto(node);
    if (COMPARES_ALL.matches(node)) {
      return pairs(node) >= MANY_PAIRS * Math.max(1, read);
    }
    return JOINS_EQUAL.matches(node) && read > 0 && PlanSearch.rows(node) >= MANY_PAIRS * read;
  }

  /** Spark doesn't count what an RDD without a file reads, but two sides are what it is made of. */
  private static Optional<String> ofRdds(StageTasks tasks) {
    return tasks.stage().operators().contains(SparkFinding.TaskTime.CARTESIAN)
        ? Optional.of(SparkFinding.TaskTime.CARTESIAN)
        : Optional.empty();
  }

  private static double pairs(PlanNode join) {
    double pairs = 1;
    for (PlanNode side : join.children()) {
      long own = PlanSearch.rows(side);
      pairs *= Math.max(1, own > 0 ? own : PlanSearch.rowsInto(side));
    }
    return Math.max(pairs, PlanSearch.rows(join));
  }

  private SparkFinding of(StageTasks tasks, String join, boolean onEqual, double share) {
    WhatIf without = without(tasks, i -> own(tasks, i));
    // Rows that aren't paired needn't be collected as garbage or written either, at best.
    WhatIf atBest = without(tasks, i -> tasks.millis(i));
    TimeGain gain = facts.pricing().gain(without, atBest, 0.3, 0.85);
    return new SparkFinding.TaskTime(
        SparkKind.CROSS_JOIN,
        tasks.stage(),
        Optional.of(join),
        share,
        0,
        OptionalDouble.empty(),
        gain,
        List.of(
            new SparkAdvice.Code(
                onEqual ? SparkAdvice.Change.MORE_JOIN_COLUMNS : SparkAdvice.Change.JOIN_CONDITION,
                Optional.of(tasks.stage().callSite()))));
  }

  private static WhatIf without(StageTasks tasks, IntToDoubleFunction millis) {
    return WhatIf.recorded()
        .withEach(
            (each, i, recorded) ->
                each == tasks ? recorded - (float) (OF_PAIRS * millis.applyAsDouble(i)) : recorded);
  }

  private static double own(StageTasks tasks, int task) {
    return tasks.part(task, SlotRow.CPU)
        + tasks.part(task, SlotRow.TASK_WAIT)
        + tasks.part(task, SlotRow.CORE_WAIT);
  }
}
