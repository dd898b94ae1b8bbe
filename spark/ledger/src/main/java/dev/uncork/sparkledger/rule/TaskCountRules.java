package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.PlanSearch;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds stages with too few tasks, or too many tiny ones, and those that read many small files. */
final class TaskCountRules {
  private static final double LEAST_SHARE = 0.03;
  private static final int MOST_STAGES = 5;

  /** Who looks at some rows takes one part, or two. */
  private static final int LEAST_PARTS = 3;

  /** A task shorter than this isn't worth its start. */
  static final long TINY_MILLIS = 100;

  static final long MANY_FILES = 200;
  static final long SMALL_FILE_BYTES = 2 << 20;

  /** What a slot reads from files of a good size, at least, in a millisecond. */
  private static final double BYTES_PER_MILLI = 20_000;

  /** In its first ten seconds or so, an executor is about half as fast. */
  private static final double WARM_UP_MILLIS = 5_000;

  /** Of what more tasks save at best, with executors that only now get work. */
  private static final double LIKELY_COLD = 0.4;

  /** The operator that reads a shuffle whose partitions Spark has merged or divided. */
  private static final String ADAPTIVE_READ = "AQEShuffleRead";

  static final long GOOD_PARTITION_BYTES = 128L << 20;

  private final ApplicationFacts facts;
  private final PythonTime python;

  TaskCountRules(ApplicationFacts facts, PythonTime python) {
    this.facts = facts;
    this.python = python;
  }

  List<SparkFinding> find() {
    List<SparkFinding> found = new ArrayList<>();
    few(found);
    oneByOne().ifPresent(found::add);
    new TinyTasksRule(facts, python).find().ifPresent(found::add);
    smallFiles(found);
    return found;
  }

  private void few(List<SparkFinding> found) {
    facts.alike(SlotRow.FEW_TASKS, LEAST_SHARE).stream()
        .limit(MOST_STAGES)
        .forEach(
            alike -> {
              Map<StageTasks, Integer> wanted = new LinkedHashMap<>();
              for (StageTasks tasks : alike) {
                int count = wantedTasks(tasks);
                if (count > tasks.stage().taskCount() && !takesSome(tasks.stage())) {
                  wanted.put(tasks, count);
                }
              }
              if (!wanted.isEmpty()) {
                found.add(few(wanted));
              }
            });
  }

  /** Whether the program asked for some of the partitions only: there are others. */
  private static boolean takesSome(Stage stage) {
    return stage.key().attempt() == 0
        && !stage.rdds().isEmpty()
        && stage.rdds().get(0).partitions() > stage.taskCount();
  }

  /** An RDD whose partitions a program takes in small parts, each when it is done with the last. */
  private Optional<SparkFinding> oneByOne() {
    Map<Integer, List<StageTasks>> parts = new LinkedHashMap<>();
    Map<StageTasks, Double> idle = facts.byStage(SlotRow.FEW_TASKS, 0);
    for (StageTasks tasks : idle.keySet()) {
      if (takesSome(tasks.stage())) {
        parts.computeIfAbsent(tasks.stage().rdds().get(0).id(), id -> new ArrayList<>()).add(tasks);
      }
    }
    return parts.values().stream()
        .filter(TaskCountRules::takesMost)
        .map(stages -> oneByOne(stages, idle))
        .max(Comparator.comparingDouble(finding -> finding.gain().seconds()));
  }

  private static boolean takesMost(List<StageTasks> stages) {
    int taken = stages.stream().mapToInt(tasks -> tasks.stage().taskCount()).sum();
    return stages.size() >= LEAST_PARTS
        && 2 * taken >= stages.get(0).stage().rdds().get(0).partitions();
  }

  private SparkFinding oneByOne(List<StageTasks> stages, Map<StageTasks, Double> idle) {
    StageTasks worst = stages.get(0);
    double slotSeconds = stages.stream().mapToDouble(tasks -> idle.getOrDefault(tasks, 0.0)).sum();
    return new SparkFinding.TaskCount(
        SparkKind.COLLECT,
        worst.stage(),
        new SparkFinding.Lengths(
            worst.stage().taskCount(),
            worst.medianMillis(),
            worst.longestMillis(),
            stages.size() - 1),
        bytes(worst),
        0,
        false,
        facts.pricing().gain(slotSeconds / facts.ledger().slots(), 0.5, 0.85),
        List.of(code(SparkAdvice.Change.KEEP_RESULTS_ON_EXECUTORS, worst)));
  }

  /** Two rounds of all slots, with tasks that are worth their start. */
  private int wantedTasks(StageTasks tasks) {
    double worth = tasks.millis() / TINY_MILLIS;
    int slots = facts.ledger().slots();
    int rounds = tasks.stage().taskCount() < slots ? 2 : 4;
    return (int) Math.min(worth, (double) rounds * slots);
  }

  /** Stages that are alike, the worst first, with the number of tasks that each should have. */
  private SparkFinding few(Map<StageTasks, Integer> wanted) {
    double cold = wanted.keySet().stream().mapToDouble(this::coldMillis).max().orElse(0);
    StageTasks worst = wanted.keySet().iterator().next();
    long bytes = bytes(worst);
    SparkFinding.Lengths lengths =
        new SparkFinding.Lengths(
            worst.stage().taskCount(),
            worst.medianMillis(),
            worst.longestMillis(),
            wanted.size() - 1);
    return new SparkFinding.TaskCount(
        SparkKind.FEW_PARTITIONS,
        worst.stage(),
        lengths,
        bytes,
        0,
        false,
        facts
            .pricing()
            .gainAtLeast(
                divided(wanted, cold / wanted.size()),
                divided(wanted, 0),
                0.2,
                cold > 0 ? LIKELY_COLD : 0.7),
        more(worst, bytes, wanted.getOrDefault(worst, 1)));
  }

  /** The run with so many tasks for each stage, which together take so much longer. */
  private static WhatIf divided(Map<StageTasks, Integer> wanted, double moreMillis) {
    return WhatIf.recorded()
        .withLengths(
            tasks ->
                wanted.containsKey(tasks)
                    ? divided(tasks.millis() + moreMillis, wanted.getOrDefault(tasks, 1))
                    : WhatIf.asRecorded(tasks));
  }

  /** What executors that only now get work take longer, where code isn't loaded or compiled yet. */
  private double coldMillis(StageTasks tasks) {
    long used = IntStream.range(0, tasks.count()).map(tasks::executor).distinct().count();
    long others = facts.recorded().application().executors().size() - used;
    double share = tasks.millis() / Math.max(1, used + others);
    // What ends before that may gain nothing: compilers need the cores that tasks leave.
    return Math.max(0, others) * (share < 2 * WARM_UP_MILLIS ? tasks.millis() : WARM_UP_MILLIS);
  }

  /** The run in which one stage has so many tasks, which together take so long. */
  private static WhatIf divided(StageTasks tasks, double millis, int count) {
    return WhatIf.recorded()
        .withLengths(each -> each == tasks ? divided(millis, count) : WhatIf.asRecorded(each));
  }

  /** So many tasks, which together take so long. */
  static float[] divided(double millis, int count) {
    float[] lengths = new float[count];
    Arrays.fill(lengths, (float) (millis / count));
    return lengths;
  }

  static long bytes(StageTasks tasks) {
    long bytes = 0;
    for (int i = 0; i < tasks.count(); i++) {
      bytes += tasks.succeeded(i) ? tasks.bytesRead(i) : 0;
    }
    return bytes;
  }

  private List<SparkAdvice> more(StageTasks tasks, long bytes, int wanted) {
    ConfFacts conf = facts.conf();
    int id = tasks.stage().key().id();
    if (tasks.stage().taskCount() == conf.number(ConfFacts.SHUFFLE_PARTITIONS, 200)
        && !tasks.stage().parents().isEmpty()
        && !facts.plans().of(id, node -> true).isEmpty()) {
      int byBytes = (int) Math.min(100_000, bytes / GOOD_PARTITION_BYTES);
      return List.of(
          conf.to(ConfFacts.SHUFFLE_PARTITIONS, String.valueOf(Math.max(wanted, byBytes))));
    }
    if (tasks.stage().operators().contains(ADAPTIVE_READ)) {
      return List.of(adaptive(bytes));
    }
    Optional<SparkAdvice.Change> source = undivided(tasks.stage());
    if (source.isPresent()) {
      return List.of(code(source.get(), tasks));
    }
    boolean scans = !facts.plans().of(id, PlanSearch.named("Scan", "FileScan")).isEmpty();
    long each = bytes / Math.max(1, wanted);
    if (scans && each > 1 << 20 && each < conf.bytes(ConfFacts.MAX_PARTITION, 128L << 20)) {
      return List.of(conf.to(ConfFacts.MAX_PARTITION, (each >> 20) + "MB"));
    }
    return List.of(code(SparkAdvice.Change.REPARTITION, tasks));
  }

  /** Why a stage has so few partitions, where its operators tell. */
  private Optional<SparkAdvice.Change> undivided(Stage stage) {
    if (stage.operators().stream().anyMatch("coalesce"::equalsIgnoreCase)) {
      return Optional.of(SparkAdvice.Change.NO_COALESCE);
    }
    // A window without partitionBy takes all rows, however they were divided before.
    if (facts.plans().of(stage.key().id(), PlanSearch.named(PlanSearch.WINDOW)).stream()
        .flatMap(window -> PlanSearch.exchangesBelow(window).stream())
        .anyMatch(exchange -> exchange.text().contains("SinglePartition"))) {
      return Optional.of(SparkAdvice.Change.SMALLER_WINDOWS);
    }
    List<PlanNode> scans = facts.plans().of(stage.key().id(), PlanSearch.named("Scan", "FileScan"));
    if (scans.stream().anyMatch(scan -> scan.name().startsWith("Scan JDBCRelation"))) {
      return Optional.of(SparkAdvice.Change.SEVERAL_CONNECTIONS);
    }
    boolean packed = scans.stream().anyMatch(scan -> scan.text().contains(".gz]"));
    return packed ? Optional.of(SparkAdvice.Change.DIVISIBLE_FILES) : Optional.empty();
  }

  /** Spark merged partitions, by their bytes alone, until they had this size; one per slot then. */
  private SparkAdvice adaptive(long bytes) {
    ConfFacts conf = facts.conf();
    String size = Math.max(1, bytes / facts.ledger().slots()) + "b";
    return conf.to(
        conf.on(ConfFacts.PARALLEL_FIRST)
            ? ConfFacts.LEAST_PARTITION
            : ConfFacts.ADVISORY_PARTITION,
        size);
  }

  static SparkAdvice code(SparkAdvice.Change change, StageTasks tasks) {
    return new SparkAdvice.Code(change, Optional.of(tasks.stage().callSite()));
  }

  private void smallFiles(List<SparkFinding> found) {
    for (StageTasks tasks : facts.ordered(StageTasks::millis, 0).keySet()) {
      for (PlanNode scan :
          facts.plans().of(tasks.stage().key().id(), PlanSearch.named("Scan", "FileScan"))) {
        long files = scan.metrics().getOrDefault("number of files read", 0L);
        long bytes = scan.metrics().getOrDefault(PlanSearch.READ_BYTES, 0L);
        if (files >= MANY_FILES && bytes / files < SMALL_FILE_BYTES) {
          found.add(smallFiles(tasks, files, bytes));
          return;
        }
      }
    }
  }

  private SparkFinding smallFiles(StageTasks tasks, long files, long bytes) {
    double needed = bytes / BYTES_PER_MILLI;
    double left = Math.min(tasks.millis(), Math.max(needed, 0.1 * tasks.millis()));
    int count = Math.min(tasks.count(), 4 * facts.ledger().slots());
    WhatIf merged = divided(tasks, left, count);
    WhatIf atBest = divided(tasks, needed, count);
    TimeGain gain = facts.pricing().gain(merged, atBest, 0.3, 0.7);
    List<SparkAdvice> advice = new ArrayList<>();
    advice.add(code(SparkAdvice.Change.COMPACT_FILES, tasks));
    long cost = facts.conf().bytes(ConfFacts.OPEN_COST, 4L << 20);
    if (cost > 1 << 20 && tasks.succeededCount() > 8 * facts.ledger().slots()) {
      advice.add(facts.conf().to(ConfFacts.OPEN_COST, "512KB"));
    }
    return new SparkFinding.TaskCount(
        SparkKind.SMALL_FILES,
        tasks.stage(),
        LongTaskRules.lengths(tasks, 0),
        bytes,
        files,
        false,
        gain,
        advice);
  }
}
