package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds an executor whose tasks take longer than those of the others in the same stages, by their
 * medians, with no more rows: in the stages of half of its tasks at least, since any executor has a
 * task now and then that takes long. Each executor's first tasks are left out: they load classes
 * and compile.
 */
final class SlowNodeRule {
  private static final double SLOW = 1.7;
  private static final int FEWEST_TASKS = 3;

  private final ApplicationFacts facts;

  SlowNodeRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  List<SparkFinding> find() {
    List<Executor> executors = facts.recorded().application().executors();
    if (executors.size() < 2) {
      return List.of();
    }
    Sums[] sums = new Sums[executors.size()];
    Arrays.setAll(sums, i -> new Sums());
    for (StageTasks tasks : facts.recorded().stages()) {
      compare(tasks, sums);
    }
    List<SparkFinding> found = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      Sums each = sums[i];
      if (each.slowTasks >= FEWEST_TASKS
          && 2 * each.slowTasks >= each.tasks
          && each.times() >= SLOW
          && each.rowTimes() < each.times() / 1.4) {
        found.add(of(i, executors.get(i), each));
      }
    }
    return found;
  }

  private SparkFinding of(int index, Executor executor, Sums sums) {
    float times = (float) sums.times();
    WhatIf asFast =
        WhatIf.recorded()
            .withEach(
                (tasks, i, recorded) -> tasks.executor(i) == index ? recorded / times : recorded);
    TimeGain gain = facts.pricing().gain(asFast, 0.5, 0.85);
    StageTasks stage = sums.worst().orElse(facts.recorded().stages().get(0));
    List<SparkAdvice> advice = new ArrayList<>();
    advice.add(new SparkAdvice.Code(SparkAdvice.Change.CHECK_HOST, Optional.empty()));
    if (!facts.conf().on(ConfFacts.SPECULATION)) {
      advice.add(facts.conf().to(ConfFacts.SPECULATION, "true"));
    }
    return new SparkFinding.LongTask(
        SparkKind.SLOW_NODE,
        stage.stage(),
        LongTaskRules.lengths(stage, 0),
        Optional.empty(),
        new SparkFinding.Rows(0, 0, false),
        new SparkFinding.Where(executor.id(), executor.host(), sums.times()),
        gain,
        advice);
  }

  private static void compare(StageTasks tasks, Sums[] sums) {
    int[] seen = new int[sums.length];
    List<List<Long>> lengths = new ArrayList<>();
    List<List<Long>> read = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      lengths.add(new ArrayList<>());
      read.add(new ArrayList<>());
    }
    for (int i = 0; i < tasks.count(); i++) {
      int executor = tasks.executor(i);
      if (executor >= 0 && tasks.succeeded(i) && seen[executor]++ > 0) {
        read.get(executor).add(tasks.rowsRead(i) + 1);
        lengths.get(executor).add(tasks.millis(i));
      }
    }
    double[] medians = lengths.stream().mapToDouble(SlowNodeRule::median).toArray();
    double[] medianRows = read.stream().mapToDouble(SlowNodeRule::median).toArray();
    double[] rows =
        read.stream().mapToDouble(own -> own.stream().mapToLong(Long::longValue).sum()).toArray();
    double allRows = Arrays.stream(rows).sum();
    int all = lengths.stream().mapToInt(List::size).sum();
    for (int i = 0; i < sums.length; i++) {
      int own = lengths.get(i).size();
      int others = all - own;
      if (own > 0 && others > 1) {
        double expected = own * medianOfOthers(medians, i);
        double byMean = rows[i] / ((allRows - rows[i]) / others * own);
        double more = Math.max(byMean, medianRows[i] / medianOfOthers(medianRows, i));
        sums[i].add(tasks, own, own * medians[i], expected, more);
      }
    }
  }

  /** Of the executors that ran tasks. */
  private static double medianOfOthers(double[] medians, int own) {
    double[] others = new double[medians.length];
    int count = 0;
    for (int i = 0; i < medians.length; i++) {
      if (i != own && medians[i] > 0) {
        others[count++] = medians[i];
      }
    }
    Arrays.sort(others, 0, count);
    return others[(count - 1) / 2];
  }

  /** Of an executor's tasks; 0 without any. */
  private static double median(List<Long> lengths) {
    List<Long> ordered = new ArrayList<>(lengths);
    ordered.sort(null);
    return ordered.isEmpty() ? 0 : Math.max(1, ordered.get((ordered.size() - 1) / 2));
  }

  /** What one executor's tasks took, and would have taken elsewhere. */
  private static final class Sums {
    private int tasks;
    private int slowTasks;
    private double millis;
    private double expected;
    private double withRows;
    private double worstLoss;
    private Optional<StageTasks> worst = Optional.empty();

    /**
     * Adds a stage.
     *
     * @param moreRows how many times the rows that tasks elsewhere read
     */
    void add(StageTasks stage, int count, double took, double wouldTake, double moreRows) {
      tasks += count;
      slowTasks += took >= SLOW * wouldTake ? count : 0;
      millis += took;
      expected += wouldTake;
      withRows += moreRows * wouldTake;
      if (took - wouldTake > worstLoss) {
        worstLoss = took - wouldTake;
        worst = Optional.of(stage);
      }
    }

    double times() {
      return millis / Math.max(1, expected);
    }

    double rowTimes() {
      return withRows / Math.max(1, expected);
    }

    Optional<StageTasks> worst() {
      return worst;
    }
  }
}
