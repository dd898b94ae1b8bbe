package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.PlanSearch;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Finds stages whose end waits for their longest task: by its rows or bytes a skewed key, else a
 * straggler. Whether its executor is slow is {@link SlowNodeRule}'s to say.
 */
final class LongTaskRules {
  private static final double LEAST_SHARE = 0.01;
  private static final int MOST_STAGES = 6;
  private static final double MORE_ROWS = 2;
  private static final long BROADCAST_BYTES = 64 << 20;

  private final ApplicationFacts facts;

  LongTaskRules(ApplicationFacts facts) {
    this.facts = facts;
  }

  List<SparkFinding> find() {
    return facts.alike(SlotRow.STRAGGLER, LEAST_SHARE).stream()
        .limit(MOST_STAGES)
        .map(this::of)
        .toList();
  }

  private SparkFinding of(List<StageTasks> alike) {
    StageTasks tasks = alike.get(0);
    Set<StageTasks> all = new HashSet<>(alike);
    int longest = tasks.longest();
    SparkFinding.Rows rows = rows(tasks, longest);
    boolean skewed = explains(rows, tasks);
    WhatIf spread = trimmed(all, true);
    // What takes long on as much data as the others have needn't be done at all, at best.
    TimeGain gain =
        skewed
            ? facts.pricing().gain(spread, withoutSpills(all, spread), 0.5, 0.85)
            : facts.pricing().gain(spread, trimmed(all, false), 0.4, 0.8);
    Optional<SparkFinding.SkewedKey> key =
        skewed ? facts.plans().key(tasks.stage().key().id()) : Optional.empty();
    SparkKind kind = skewed ? SparkKind.SKEW : SparkKind.STRAGGLER;
    List<SparkAdvice> advice = skewed ? forSkew(tasks, longest) : forStraggler(tasks);
    return new SparkFinding.LongTask(
        kind,
        tasks.stage(),
        lengths(tasks, alike.size() - 1),
        key,
        rows,
        where(tasks, longest),
        gain,
        advice);
  }

  static SparkFinding.Lengths lengths(StageTasks tasks, int alike) {
    return new SparkFinding.Lengths(
        tasks.succeededCount(), tasks.medianMillis(), tasks.longestMillis(), alike);
  }

  private SparkFinding.Where where(StageTasks tasks, int task) {
    List<Executor> executors = facts.recorded().application().executors();
    int index = task < 0 ? -1 : tasks.executor(task);
    return index < 0
        ? new SparkFinding.Where("", "", 1)
        : new SparkFinding.Where(executors.get(index).id(), executors.get(index).host(), 1);
  }

  /**
   * Rows of the median and of the longest task; bytes where they differ more or rows are unknown.
   * Tasks of empty partitions tell nothing of a key, unless all others are empty.
   */
  private static SparkFinding.Rows rows(StageTasks tasks, int longest) {
    int[] all = IntStream.range(0, tasks.count()).filter(tasks::succeeded).toArray();
    int[] some =
        IntStream.of(all).filter(i -> tasks.rowsRead(i) + tasks.bytesRead(i) > 0).toArray();
    int[] reading = some.length == 1 ? all : some;
    long rows = median(IntStream.of(reading).mapToLong(tasks::rowsRead));
    long bytes = median(IntStream.of(reading).mapToLong(tasks::bytesRead));
    SparkFinding.Rows byRows = new SparkFinding.Rows(rows, tasks.rowsRead(longest), false);
    SparkFinding.Rows byBytes = new SparkFinding.Rows(bytes, tasks.bytesRead(longest), true);
    return times(byBytes) > 2 * times(byRows) ? byBytes : byRows;
  }

  private static long median(LongStream values) {
    long[] sorted = values.sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2];
  }

  private static double times(SparkFinding.Rows rows) {
    return (double) rows.ofLongest() / Math.max(1, rows.median());
  }

  private static boolean explains(SparkFinding.Rows rows, StageTasks tasks) {
    double longer = (double) tasks.longestMillis() / Math.max(1, tasks.medianMillis());
    return rows.ofLongest() > 0 && times(rows) >= MORE_ROWS && times(rows) >= 0.3 * longer;
  }

  /** Partitions that are alike fit into memory, at best, where the large one didn't. */
  private static WhatIf withoutSpills(Set<StageTasks> all, WhatIf spread) {
    return spread.withLengths(
        each -> {
          float[] lengths = spread.lengths().apply(each);
          double spill = all.contains(each) ? each.part(SlotRow.SPILL) : 0;
          double left = Math.max(0, 1 - spill / Math.max(1, each.millis()));
          for (int i = 0; i < lengths.length; i++) {
            lengths[i] *= (float) left;
          }
          return lengths;
        });
  }

  private static WhatIf trimmed(Set<StageTasks> all, boolean spread) {
    return WhatIf.recorded()
        .withLengths(each -> all.contains(each) ? trimmed(each, spread) : WhatIf.asRecorded(each));
  }

  /** What tasks take longer than half as much again as the median is spread over all, or gone. */
  private static float[] trimmed(StageTasks tasks, boolean spread) {
    float[] lengths = WhatIf.asRecorded(tasks);
    float most = 1.5F * tasks.medianMillis();
    double excess = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] > most) {
        excess += lengths[i] - most;
        lengths[i] = most;
      }
    }
    float added = spread ? (float) (excess / lengths.length) : 0;
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] += added;
    }
    return lengths;
  }

  private List<SparkAdvice> forStraggler(StageTasks tasks) {
    return List.of(
        new SparkAdvice.Code(
            SparkAdvice.Change.CHECK_SLOW_INPUT, Optional.of(tasks.stage().callSite())));
  }

  private List<SparkAdvice> forSkew(StageTasks tasks, int longest) {
    if (tasks.stage().readsInputAlone()) {
      return List.of(TaskCountRules.code(SparkAdvice.Change.DIVISIBLE_FILES, tasks));
    }
    List<SparkAdvice> advice = new ArrayList<>();
    List<PlanNode> joins =
        facts
            .plans()
            .of(tasks.stage().key().id(), PlanSearch.named("SortMergeJoin", "ShuffledHashJoin"));
    if (!joins.isEmpty()) {
      adaptive(tasks.bytesRead(longest), advice);
      broadcast(joins.get(0), advice);
    }
    // A rank or a running sum needs all rows of its key in one task, without random parts.
    boolean window =
        facts
            .plans()
            .key(tasks.stage().key().id())
            .filter(key -> key.operator().startsWith(PlanSearch.WINDOW))
            .isPresent();
    CallSite site = tasks.stage().callSite();
    advice.add(
        new SparkAdvice.Code(
            window ? SparkAdvice.Change.SMALLER_WINDOWS : SparkAdvice.Change.SALT_KEY,
            Optional.of(site)));
    return advice;
  }

  private void adaptive(long bytes, List<SparkAdvice> advice) {
    ConfFacts conf = facts.conf();
    if (!conf.since(3, 0)) {
      return;
    }
    if (!conf.on(ConfFacts.ADAPTIVE)) {
      advice.add(conf.to(ConfFacts.ADAPTIVE, "true"));
    }
    if (!conf.on(ConfFacts.SKEW_ENABLED)) {
      advice.add(conf.to(ConfFacts.SKEW_ENABLED, "true"));
    }
    if (bytes > 0 && bytes <= conf.bytes(ConfFacts.SKEW_BYTES, 256L << 20)) {
      advice.add(conf.to(ConfFacts.SKEW_BYTES, part(bytes)));
    } else if (conf.on(ConfFacts.ADAPTIVE)) {
      advice.add(conf.to(ConfFacts.SKEW_FACTOR, "2"));
    }
    // A skewed partition is divided into parts of this size: a smaller one stays whole.
    if (bytes > 0 && bytes < 2 * conf.bytes(ConfFacts.ADVISORY_PARTITION, 64L << 20)) {
      advice.add(conf.to(ConfFacts.ADVISORY_PARTITION, part(bytes)));
    }
  }

  private static String part(long bytes) {
    return Math.max(1, bytes / 4 >> 20) + "MB";
  }

  /** Without a shuffle there is no partition that could be too large. */
  private void broadcast(PlanNode join, List<SparkAdvice> advice) {
    long smallest = Long.MAX_VALUE;
    for (PlanNode exchange : PlanSearch.exchangesBelow(join)) {
      long bytes = exchange.metrics().getOrDefault("data size", Long.MAX_VALUE);
      smallest = Math.min(smallest, bytes);
    }
    ConfFacts conf = facts.conf();
    if (smallest <= BROADCAST_BYTES && smallest > 0) {
      long now = conf.bytes(ConfFacts.BROADCAST_THRESHOLD, -1);
      long wanted = Math.max(10, (smallest * 3 / 2 >> 20) + 1);
      if (now < smallest) {
        advice.add(conf.to(ConfFacts.BROADCAST_THRESHOLD, wanted + "MB"));
      }
    }
  }
}
