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
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds joins that shuffle a large side though the other is so small that Spark, if it knew or were
 * allowed to, would send it to all executors. Then the large side stays where it is read.
 */
final class ShuffledJoinRule {
  /** What Spark broadcasts by itself. */
  private static final long SMALL_BYTES = 10 << 20;

  private static final int TIMES_AS_LARGE = 10;

  /** Rows are copied to be shuffled, taken in and sorted: so much of these stages' CPU time. */
  private static final double USUALLY_OF_CPU = 0.3;

  private static final double MOST_OF_CPU = 0.8;

  private static final Pattern TYPE = Pattern.compile("\\], \\[[^\\]]*\\], (\\w+)");
  private static final PlanSearch.Test SHUFFLED =
      PlanSearch.named("SortMergeJoin", "ShuffledHashJoin");
  private static final Set<String> RIGHT =
      Set.of("Inner", "LeftOuter", "LeftSemi", "LeftAnti", "ExistenceJoin");
  private static final Set<String> LEFT = Set.of("Inner", "RightOuter");

  private final ApplicationFacts facts;

  /**
   * The shuffles of the large sides.
   *
   * @param writing stages that write them
   * @param reading stages that join
   */
  private record Shuffles(Set<Integer> writing, Set<Integer> reading) {
    boolean writes(StageTasks tasks) {
      return writing.contains(tasks.stage().key().id());
    }

    boolean reads(StageTasks tasks) {
      return reading.contains(tasks.stage().key().id());
    }
  }

  ShuffledJoinRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  /** Where one task of the join holds up the others, its rows are the cause. */
  Optional<SparkFinding> find(List<SparkFinding> found) {
    Shuffles shuffles = new Shuffles(new HashSet<>(), new HashSet<>());
    Map<PlanNode, Long> joins = new LinkedHashMap<>();
    for (PlanNode join : facts.plans().all(SHUFFLED)) {
      large(join)
          .ifPresent(
              exchange -> {
                joins.put(join, size(exchange));
                add(exchange, shuffles);
              });
    }
    Optional<StageTasks> most =
        facts.ordered(StageTasks::millis, 0).keySet().stream()
            .filter(shuffles::reads)
            .findFirst()
            .filter(stage -> found.stream().noneMatch(each -> isLongTask(each, stage)));
    return joins.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .flatMap(join -> most.map(stage -> of(stage, shuffles, join.getKey(), join.getValue())));
  }

  private static boolean isLongTask(SparkFinding finding, StageTasks stage) {
    return finding instanceof SparkFinding.LongTask task && task.stage().equals(stage.stage());
  }

  private static void add(PlanNode exchange, Shuffles shuffles) {
    exchange
        .metricsByStage()
        .forEach(
            (stage, metrics) -> {
              if (metrics.getOrDefault("data size", 0L) > 0) {
                shuffles.writing().add(stage);
              } else if (metrics.getOrDefault("records read", 0L) > 0) {
                shuffles.reading().add(stage);
              }
            });
  }

  /** The exchange of the large side, where the other one could be sent to all instead. */
  private static Optional<PlanNode> large(PlanNode join) {
    Matcher type = TYPE.matcher(join.text());
    if (join.children().size() != 2 || !type.find()) {
      return Optional.empty();
    }
    List<PlanNode> left = side(join.children().get(0));
    List<PlanNode> right = side(join.children().get(1));
    if (left.size() != 1 || right.size() != 1) {
      return Optional.empty();
    }
    String name = type.group(1);
    if (RIGHT.contains(name) && small(right.get(0), left.get(0))) {
      return Optional.of(left.get(0));
    }
    return LEFT.contains(name) && small(left.get(0), right.get(0))
        ? Optional.of(right.get(0))
        : Optional.empty();
  }

  private static List<PlanNode> side(PlanNode child) {
    return child.name().startsWith("Exchange") ? List.of(child) : PlanSearch.exchangesBelow(child);
  }

  private static boolean small(PlanNode exchange, PlanNode other) {
    long bytes = size(exchange);
    return bytes > 0 && bytes <= SMALL_BYTES && size(other) >= TIMES_AS_LARGE * bytes;
  }

  private static long size(PlanNode exchange) {
    return exchange.metrics().getOrDefault("data size", 0L);
  }

  private SparkFinding of(StageTasks stage, Shuffles shuffles, PlanNode join, long bytes) {
    TimeGain gain =
        facts
            .pricing()
            .gain(without(shuffles, USUALLY_OF_CPU), without(shuffles, MOST_OF_CPU), 0.4, 0.8);
    return new SparkFinding.TaskTime(
        SparkKind.SHUFFLE_WRITE,
        stage.stage(),
        Optional.of(join.name()),
        facts.ledger().seconds(SlotRow.SHUFFLE_WRITE) * 1000 / Math.max(1, facts.taskMillis()),
        bytes,
        OptionalDouble.empty(),
        gain,
        List.of(advice(stage)));
  }

  private SparkAdvice advice(StageTasks stage) {
    boolean allowed = facts.conf().bytes(ConfFacts.BROADCAST_THRESHOLD, -1) >= SMALL_BYTES;
    return allowed
        ? new SparkAdvice.Code(
            SparkAdvice.Change.BROADCAST_HINT, Optional.of(stage.stage().callSite()))
        : facts.conf().to(ConfFacts.BROADCAST_THRESHOLD, "10MB");
  }

  private static WhatIf without(Shuffles shuffles, double ofCpu) {
    return WhatIf.recorded()
        .withEach(
            (tasks, i, millis) -> {
              double saved = 0;
              if (shuffles.writes(tasks)) {
                saved += tasks.part(i, SlotRow.SHUFFLE_WRITE);
              }
              if (shuffles.reads(tasks)) {
                saved += tasks.part(i, SlotRow.FETCH_WAIT);
              }
              if (shuffles.writes(tasks) || shuffles.reads(tasks)) {
                saved += ofCpu * tasks.part(i, SlotRow.CPU);
              }
              return millis - (float) Math.min(millis, saved);
            });
  }
}
