package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.BlockedTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the lock that tasks are blocked at, where the plugin recorded that. */
final class LockRule {
  private static final double LEAST_SHARE = 0.03;

  private final ApplicationFacts facts;

  LockRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  List<SparkFinding> find() {
    double all = facts.taskMillis();
    double share = facts.ledger().seconds(SlotRow.LOCK_WAIT) * 1000 / Math.max(1, all);
    if (share < LEAST_SHARE) {
      return List.of();
    }
    StageTasks most = facts.byStage(SlotRow.LOCK_WAIT, 0).keySet().iterator().next();
    return worst(most).map(lock -> of(most, lock, share)).map(List::of).orElse(List.of());
  }

  /** The lock at which tasks of a stage were blocked longest, in all executors together. */
  private Optional<BlockedTasks> worst(StageTasks tasks) {
    Map<String, BlockedTasks> locks = new HashMap<>();
    for (Executor executor : facts.recorded().application().executors()) {
      for (BlockedTasks one : executor.blocked()) {
        if (one.stage().equals(tasks.stage().key())) {
          locks.merge(one.lock() + "\t" + one.site(), one, LockRule::sum);
        }
      }
    }
    return locks.values().stream()
        .max(Comparator.comparingLong(BlockedTasks::millis).thenComparing(BlockedTasks::lock));
  }

  private static BlockedTasks sum(BlockedTasks a, BlockedTasks b) {
    BlockedTasks more = a.millis() >= b.millis() ? a : b;
    return new BlockedTasks(a.stage(), a.lock(), a.site(), more.holder(), a.millis() + b.millis());
  }

  private SparkFinding of(StageTasks tasks, BlockedTasks lock, double share) {
    WhatIf without = WhatIf.recorded().without(SlotRow.LOCK_WAIT);
    WhatIf atBest = facts.withoutSpinning(SlotRow.LOCK_WAIT);
    TimeGain gain = facts.pricing().gain(without, atBest, 0.3, 0.8);
    return new SparkFinding.Blocked(
        tasks.stage(),
        lock,
        share,
        gain,
        List.of(new SparkAdvice.Code(SparkAdvice.Change.SHARE_LESS, Optional.empty())));
  }
}
