package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds copies of tasks that Spark started in vain: the first attempt ended before them. Copies
 * that win are what speculation is for.
 */
final class SpeculationRule {
  private static final double LEAST_SHARE = 0.02;

  /** With fewer copies in vain, the others may be worth them. */
  private static final double MOSTLY = 0.6;

  private static final double CAREFUL_MULTIPLIER = 3;
  private static final double CAREFUL_QUANTILE = 0.9;

  private final ApplicationFacts facts;

  SpeculationRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  List<SparkFinding> find() {
    int copies = 0;
    int inVain = 0;
    double millis = 0;
    double most = 0;
    Optional<StageTasks> worst = Optional.empty();
    for (StageTasks tasks : facts.recorded().stages()) {
      double lost = 0;
      for (int i = 0; i < tasks.count(); i++) {
        if (tasks.speculative(i)) {
          copies++;
          inVain += inVain(tasks, i) ? 1 : 0;
          lost += inVain(tasks, i) ? tasks.millis(i) : 0;
        }
      }
      millis += lost;
      if (lost > most) {
        most = lost;
        worst = Optional.of(tasks);
      }
    }
    double seconds = millis / 1000;
    boolean many = seconds >= LEAST_SHARE * facts.ledger().slotSeconds();
    if (worst.isEmpty() || !many || inVain < MOSTLY * copies) {
      return List.of();
    }
    return List.of(
        new SparkFinding.Copies(
            worst.get().stage(), copies, inVain, seconds, withoutThem(), advice()));
  }

  private static boolean inVain(StageTasks tasks, int task) {
    return tasks.speculative(task) && tasks.part(task, SlotRow.SPECULATION) > 0;
  }

  private TimeGain withoutThem() {
    WhatIf without =
        WhatIf.recorded().withEach((tasks, i, recorded) -> inVain(tasks, i) ? 0 : recorded);
    return facts.pricing().gain(without, 0.4, 0.85);
  }

  /** As careful as Spark 4 is by itself; where it is already, none. */
  private List<SparkAdvice> advice() {
    ConfFacts conf = facts.conf();
    List<SparkAdvice> advice = new ArrayList<>();
    if (conf.decimal(ConfFacts.SPECULATION_MULTIPLIER, CAREFUL_MULTIPLIER) < CAREFUL_MULTIPLIER) {
      advice.add(conf.to(ConfFacts.SPECULATION_MULTIPLIER, "3"));
    }
    if (conf.decimal(ConfFacts.SPECULATION_QUANTILE, CAREFUL_QUANTILE) < CAREFUL_QUANTILE) {
      advice.add(conf.to(ConfFacts.SPECULATION_QUANTILE, "0.9"));
    }
    if (advice.isEmpty()) {
      advice.add(conf.to(ConfFacts.SPECULATION, "false"));
    }
    return advice;
  }
}
