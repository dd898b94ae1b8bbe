package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.PythonOperators;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Finds what tasks do instead of their work. */
final class TaskTimeRules {
  private static final String UNCORK_SHUFFLE = "dev.uncork.spark.shuffle.UncorkShuffleManager";

  private static final List<String> FETCHES =
      List.of(ConfFacts.FETCHED_SIZE, ConfFacts.FETCHED_REQUESTS, ConfFacts.FETCHED_BLOCKS);

  private final ApplicationFacts facts;
  private final double taskMillis;
  private final Set<Integer> broadcast;
  private final PythonTime python;

  /**
   * A row that tasks spend time in.
   *
   * @param natural share of a task's time that any application has of it
   * @param leastShare of all tasks' time from which it counts
   * @param least of what is saved where all of it goes
   * @param likely of that
   */
  private record Rule(
      SlotRow row,
      SparkKind kind,
      double natural,
      double leastShare,
      double least,
      double likely) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(SlotRow.PYTHON, SparkKind.PYTHON, 0, 0.2, 0.3, 0.6),
          new Rule(SlotRow.FETCH_WAIT, SparkKind.FETCH_WAIT, 0.03, 0.1, 0.3, 0.7),
          new Rule(SlotRow.SHUFFLE_WRITE, SparkKind.SHUFFLE_WRITE, 0.05, 0.2, 0.2, 0.5),
          new Rule(SlotRow.SPILL, SparkKind.SPILL, 0, 0.1, 0.5, 0.8),
          new Rule(SlotRow.GC, SparkKind.GC, 0.05, 0.1, 0.4, 0.75),
          new Rule(SlotRow.RESULT, SparkKind.COLLECT, 0.02, 0.15, 0.4, 0.8),
          new Rule(SlotRow.DESERIALIZATION, SparkKind.DESERIALIZATION, 0.05, 0.2, 0.3, 0.6));

  TaskTimeRules(ApplicationFacts facts, PythonTime python) {
    this.facts = facts;
    taskMillis = facts.taskMillis();
    broadcast = facts.plans().intoBroadcasts();
    this.python = python;
  }

  List<SparkFinding> find() {
    List<SparkFinding> found = new ArrayList<>();
    for (Rule rule : RULES) {
      double seconds = facts.ledger().seconds(rule.row());
      if (share(seconds) < rule.leastShare()) {
        continue;
      }
      Map<StageTasks, Double> stages = facts.byStage(rule.row(), 0);
      for (StageTasks tasks : List.copyOf(stages.keySet())) {
        seconds -= isNoWaste(rule.kind(), tasks) ? stages.remove(tasks) : 0;
      }
      if (share(seconds) >= rule.leastShare() && !stages.isEmpty()) {
        found.add(of(rule, share(seconds), stages.keySet().iterator().next()));
      }
    }
    return found;
  }

  private double share(double seconds) {
    return seconds * 1000 / Math.max(1, taskMillis);
  }

  /** Whether what a stage spends there is its work, or is told elsewhere. */
  private boolean isNoWaste(SparkKind kind, StageTasks tasks) {
    return switch (kind) {
      case COLLECT -> broadcast.contains(tasks.stage().key().id());
      case PYTHON -> python.isOfFunctions(tasks);
      default -> false;
    };
  }

  private SparkFinding of(Rule rule, double share, StageTasks stage) {
    WhatIf without = WhatIf.recorded().withLengths(tasks -> without(rule, tasks, 1));
    WhatIf atBest = WhatIf.recorded().withLengths(tasks -> without(rule, tasks, 0));
    // A program without queries would start SQL first, which takes some seconds too.
    boolean inPython = rule.kind() == SparkKind.PYTHON;
    boolean starts = inPython && facts.recorded().application().queries().isEmpty();
    double least = starts ? 0 : rule.least();
    TimeGain gain = facts.pricing().gain(without, atBest, least, rule.likely());
    Optional<String> operator = operator(rule.kind(), stage);
    return new SparkFinding.TaskTime(
        inPython && python.waits() ? SparkKind.TASK_WAIT : rule.kind(),
        stage.stage(),
        operator,
        share,
        bytes(rule.kind(), stage),
        inPython ? python.cpu() : OptionalDouble.empty(),
        gain,
        advice(rule.kind(), operator, stage));
  }

  /**
   * First tasks of each executor load classes: what is unpacked there stays. At best the tasks'
   * natural share is that of what is left of them; in a heap that is large enough, nothing is
   * collected.
   *
   * @param counted how much of the row that share is taken of, too
   */
  private float[] without(Rule rule, StageTasks tasks, int counted) {
    float[] lengths = WhatIf.asRecorded(tasks);
    if (isNoWaste(rule.kind(), tasks)) {
      return lengths;
    }
    Set<Integer> begun = new HashSet<>();
    for (int i = 0; i < lengths.length; i++) {
      boolean first = rule.row() == SlotRow.DESERIALIZATION && begun.add(tasks.executor(i));
      double part = tasks.part(i, rule.row());
      double left = lengths[i] - (1 - counted) * part;
      double natural = rule.kind() == SparkKind.GC && counted == 0 ? 0 : rule.natural() * left;
      lengths[i] -= (float) (first ? 0 : Math.max(0, part - natural));
    }
    return lengths;
  }

  private Optional<String> operator(SparkKind kind, StageTasks stage) {
    if (kind == SparkKind.PYTHON) {
      return stage.stage().operators().stream().filter(PythonOperators::contains).findFirst();
    }
    if (kind != SparkKind.SPILL) {
      return Optional.empty();
    }
    return facts
        .plans()
        .of(stage.stage().key().id(), node -> node.metrics().getOrDefault("spill size", 0L) > 0)
        .stream()
        .map(PlanNode::name)
        .findFirst();
  }

  /** Of a heap at its peak for GC, of all stages else. */
  private long bytes(SparkKind kind, StageTasks stage) {
    if (kind == SparkKind.GC) {
      return facts.recorded().application().executors().stream()
          .mapToLong(executor -> executor.peaks().getOrDefault("JVMHeapMemory", 0L))
          .max()
          .orElse(0);
    }
    long bytes = 0;
    for (Task task : stage.stage().tasks()) {
      bytes +=
          switch (kind) {
            case SPILL -> task.volumes().spill().diskBytes();
            case FETCH_WAIT -> task.volumes().shuffleReadRemoteBytes();
            case SHUFFLE_WRITE -> task.volumes().shuffleWrite().bytes();
            case COLLECT -> task.volumes().resultBytes();
            default -> 0;
          };
    }
    return bytes;
  }

  private List<SparkAdvice> advice(SparkKind kind, Optional<String> operator, StageTasks stage) {
    ConfFacts conf = facts.conf();
    List<SparkAdvice> advice = new ArrayList<>();
    switch (kind) {
      case PYTHON -> advice.addAll(python.advice(operator, stage));
      case SPILL -> {
        conf.notSmaller(ConfFacts.MEMORY_FRACTION).ifPresent(advice::add);
        morePartitions(stage, advice);
        moreMemory(advice);
      }
      case GC -> {
        moreMemory(advice);
        advice.add(code(SparkAdvice.Change.LESS_IN_MEMORY, stage));
      }
      case FETCH_WAIT, SHUFFLE_WRITE -> {
        if (kind == SparkKind.FETCH_WAIT) {
          FETCHES.forEach(name -> conf.notSmaller(name).ifPresent(advice::add));
        }
        if (shareHosts() && conf.now(ConfFacts.SHUFFLE_MANAGER).equals("sort")) {
          advice.add(conf.to(ConfFacts.SHUFFLE_MANAGER, UNCORK_SHUFFLE));
        }
        advice.add(code(SparkAdvice.Change.LESS_SHUFFLE, stage));
      }
      case COLLECT -> advice.add(code(SparkAdvice.Change.KEEP_RESULTS_ON_EXECUTORS, stage));
      default -> advice.add(code(SparkAdvice.Change.SMALLER_CLOSURE, stage));
    }
    return advice;
  }

  private void morePartitions(StageTasks stage, List<SparkAdvice> advice) {
    ConfFacts conf = facts.conf();
    int now = conf.number(ConfFacts.SHUFFLE_PARTITIONS, 200);
    boolean sql =
        !facts.plans().of(stage.stage().key().id(), node -> true).isEmpty()
            && stage.stage().taskCount() == now;
    if (sql) {
      advice.add(conf.to(ConfFacts.SHUFFLE_PARTITIONS, String.valueOf(4 * now)));
    } else {
      advice.add(code(SparkAdvice.Change.REPARTITION, stage));
    }
  }

  private void moreMemory(List<SparkAdvice> advice) {
    advice.add(
        facts.conf().more(facts.local() ? ConfFacts.DRIVER_MEMORY : ConfFacts.EXECUTOR_MEMORY, 2));
  }

  private boolean shareHosts() {
    Set<String> hosts = new HashSet<>();
    int executors = 0;
    for (Executor executor : facts.recorded().application().executors()) {
      if (executor.removedBecause().isEmpty()) {
        hosts.add(executor.host());
        executors++;
      }
    }
    return executors > hosts.size();
  }

  private static SparkAdvice code(SparkAdvice.Change change, StageTasks stage) {
    return new SparkAdvice.Code(change, Optional.of(stage.stage().callSite()));
  }
}
