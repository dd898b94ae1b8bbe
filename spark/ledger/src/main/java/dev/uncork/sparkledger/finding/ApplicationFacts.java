package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.ledger.RecordedTasks;
import dev.uncork.sparkledger.ledger.SlotCharge;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRoot;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.price.SparkPrice;
import dev.uncork.sparkledger.price.SparkPricing;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** All that rules look at. */
public record ApplicationFacts(
    RecordedTasks recorded,
    SlotLedger ledger,
    SparkPricing pricing,
    SparkPrice price,
    PlanSearch plans,
    ConfFacts conf) {
  /** Threads spin at a lock so many times as long as they are blocked there, as jobs show. */
  private static final double SPUN_MORE = 2;

  private static final String PLUGIN = "dev.uncork.spark.UncorkPlugin";

  public static ApplicationFacts of(
      RecordedTasks recorded, SlotLedger ledger, SparkPricing pricing, SparkPrice price) {
    Application application = recorded.application();
    return new ApplicationFacts(
        recorded, ledger, pricing, price, new PlanSearch(application), new ConfFacts(application));
  }

  /** Whether there is one executor, the driver. */
  public boolean local() {
    return recorded.application().isLocal();
  }

  /** Neither a stream, whose batches are jobs, nor people or programs that want something each. */
  public boolean asksItself() {
    return recorded.application().driver().demand().equals(Demand.OWN);
  }

  /** Of all tasks together that tell what they did. */
  public double taskMillis() {
    return recorded.stages().stream()
        .mapToDouble(tasks -> tasks.millis() - tasks.part(SlotRow.UNEXPLAINED))
        .sum();
  }

  /** To see what only the plugin sees, unless it was there. */
  public List<SparkAdvice> withPlugin() {
    String plugins = recorded.application().settings().getOrDefault("spark.plugins", "");
    return plugins.contains(PLUGIN)
        ? List.of()
        : List.of(new SparkAdvice.Code(SparkAdvice.Change.RECORD_WITH_PLUGIN, Optional.empty()));
  }

  /** Of an executor by its index. */
  public int slots(int executor) {
    return executor < 0 ? 1 : recorded.application().executors().get(executor).slots();
  }

  /**
   * Whether a task isn't one of the first in an executor's slots; it counts from now on.
   *
   * @param begun tasks by executor
   */
  public boolean comesLater(Map<Integer, Integer> begun, int executor) {
    return begun.merge(executor, 1, Integer::sum) > slots(executor);
  }

  /**
   * At best, the run without what tasks waited in a row, which may be a lock: who waits for it
   * spins before, and longest where it is held only briefly; yet of the tasks of an executor, one
   * gets ahead.
   */
  public WhatIf withoutSpinning(SlotRow row) {
    return WhatIf.recorded()
        .withEach(
            (tasks, i, millis) -> {
              double waited = tasks.part(i, row);
              double most = millis * (1 - 1.0 / slots(tasks.executor(i)));
              double spun = Math.min(SPUN_MORE * waited, tasks.part(i, SlotRow.CPU));
              return millis - (float) Math.max(waited, Math.min(most, waited + spun));
            });
  }

  /** Of all stages together. */
  public StageTasks.Unpacking unpacking() {
    return recorded.stages().stream()
        .map(StageTasks::unpacking)
        .reduce(StageTasks.Unpacking.NONE, StageTasks.Unpacking::plus);
  }

  /** Slot-seconds of a row by stage, the most first, of those with a share of all slot-seconds. */
  public Map<StageTasks, Double> byStage(SlotRow row, double leastShare) {
    Map<Object, Double> seconds = new LinkedHashMap<>();
    for (SlotCharge charge : ledger.charges()) {
      if (charge.row() == row && charge.root() instanceof SlotRoot.OfStage of) {
        seconds.merge(of.stage(), charge.slotSeconds(), Double::sum);
      }
    }
    return ordered(tasks -> seconds.getOrDefault(tasks.stage().key(), 0.0), leastShare);
  }

  /**
   * Stages of a row that are alike: of one line, with the same operators. The most slot-seconds
   * first, of those that have a share of all together; within them too.
   */
  public List<List<StageTasks>> alike(SlotRow row, double leastShare) {
    return alike(byStage(row, 0), leastShare);
  }

  /** The same of stages with their slot-seconds. */
  public List<List<StageTasks>> alike(Map<StageTasks, Double> stages, double leastShare) {
    Map<Object, List<StageTasks>> groups = new LinkedHashMap<>();
    Map<Object, Double> sums = new LinkedHashMap<>();
    stages.forEach(
        (tasks, seconds) -> {
          Object line = List.of(tasks.stage().callSite(), tasks.stage().operators());
          groups.computeIfAbsent(line, key -> new ArrayList<>()).add(tasks);
          sums.merge(line, seconds, Double::sum);
        });
    return sums.entrySet().stream()
        .filter(entry -> entry.getValue() >= leastShare * ledger.slotSeconds())
        .sorted(Map.Entry.<Object, Double>comparingByValue().reversed())
        .map(entry -> groups.getOrDefault(entry.getKey(), List.of()))
        .toList();
  }

  /** Stages by a sum of slot-seconds, the most first, of those with a share of all. */
  public Map<StageTasks, Double> ordered(ToDoubleFunction<StageTasks> seconds, double leastShare) {
    List<Map.Entry<StageTasks, Double>> entries = new ArrayList<>();
    for (StageTasks tasks : recorded.stages()) {
      double some = seconds.applyAsDouble(tasks);
      if (some > 0 && some >= leastShare * ledger.slotSeconds()) {
        entries.add(Map.entry(tasks, some));
      }
    }
    entries.sort(Map.Entry.<StageTasks, Double>comparingByValue(Comparator.reverseOrder()));
    Map<StageTasks, Double> result = new LinkedHashMap<>();
    entries.forEach(entry -> result.put(entry.getKey(), entry.getValue()));
    return result;
  }

  /** Seconds of the application's time in which all slots would be in a row. */
  public double wallSeconds(SlotRow row) {
    return ledger.seconds(row) / ledger.slots();
  }
}
