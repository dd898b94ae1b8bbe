package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.log.UserFrames;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Rdd;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * RDDs that several actions compute, and those that were to be kept and were not.
 *
 * <p>How long an RDD takes is known where an action runs on it directly, and is at most what the
 * least of its stages takes. Where all stages do more with it than that, it counts only if it is
 * read from files each time, and then for little.
 */
final class RecomputedRdds {
  /** Actions whose own code may be what takes long. */
  private static final String OWN_CODE = "foreach";

  private final Recomputing recomputing;
  private final ApplicationFacts facts;

  RecomputedRdds(Recomputing recomputing) {
    this.recomputing = recomputing;
    facts = recomputing.facts();
  }

  /** All of them; those of a stream's batches, of which these are the stages, are one. */
  Stream<SparkFinding> find(Set<Integer> batches) {
    ComputedRdds computed = ComputedRdds.of(facts.recorded().stages(), batches);
    Map<Object, List<ComputedRdds.Use>> again = new LinkedHashMap<>();
    for (ComputedRdds.Use use : computed.again()) {
      if (!isSparks(use)) {
        boolean ofBatch = batches.contains(use.last().key().id());
        again.computeIfAbsent(ofBatch ? use.made() : use, made -> new ArrayList<>()).add(use);
      }
    }
    return Stream.concat(
        again.values().stream().map(this::of), computed.kept().stream().flatMap(this::evicted));
  }

  /** What Spark's libraries compute again and again is not the program's to keep. */
  private static boolean isSparks(ComputedRdds.Use use) {
    return use.stages().stream()
        .anyMatch(
            tasks -> UserFrames.isSparks(use.made().name(), tasks.stage().callSite().stack()));
  }

  /** An RDD, or those of a stream's batches. */
  private SparkFinding of(List<ComputedRdds.Use> alike) {
    Map<StageTasks, Double> shares = new HashMap<>();
    double bounds = 0;
    int times = 0;
    for (ComputedRdds.Use use : alike) {
      double bound = use.stages().stream().mapToDouble(Recomputing::work).min().orElse(0);
      for (StageTasks tasks : use.stages().subList(1, use.stages().size())) {
        shares.put(tasks, bound / Math.max(1, Recomputing.work(tasks)));
        bounds += bound;
      }
      times = Math.max(times, use.stages().size());
    }
    ComputedRdds.Use use = alike.get(0);
    WhatIf kept = Recomputing.without(shares);
    boolean direct = use.stages().stream().anyMatch(tasks -> direct(tasks, use.rdd()));
    double seconds = bounds / 1000;
    TimeGain gain =
        !recomputing.counts(seconds) || !direct && !readsFiles(use.stages())
            ? facts.pricing().gain(0, 0, 0)
            : facts
                .pricing()
                .gain(kept, Recomputing.atBest(shares), direct ? 0.5 : 0, direct ? 0.85 : 0.3);
    SparkAdvice persist = new SparkAdvice.Code(SparkAdvice.Change.PERSIST, Optional.of(use.made()));
    return of(use, times, 0, seconds, gain, List.of(persist));
  }

  /**
   * Partitions that were not in memory when they were used again: such a task reads nothing, while
   * those that find theirs there read it. Where it is made of files, both read; then the plan tells
   * how many of a table's rows were made again.
   */
  private Stream<SparkFinding> evicted(ComputedRdds.Use use) {
    StageTasks first = use.stages().get(0);
    boolean ofFiles = first.stage().tasks().stream().anyMatch(RecomputedRdds::reads);
    Map<Integer, Long> rows =
        ofFiles ? facts.plans().rowsMadeForCache(first.stage().key().id()) : Map.of();
    if (ofFiles && rows.isEmpty()) {
      return Stream.empty();
    }
    double each = Recomputing.work(first) / first.succeededCount();
    Map<StageTasks, Double> shares = new HashMap<>();
    int partitions = 0;
    double millis = 0;
    for (StageTasks tasks : use.stages().subList(1, use.stages().size())) {
      int again = ofFiles ? made(rows, first, tasks) : readingNothing(tasks);
      double lost = Math.min(again * each, Recomputing.work(tasks));
      shares.put(tasks, lost / Math.max(1, Recomputing.work(tasks)));
      partitions += again;
      millis += lost;
    }
    if (!recomputing.counts(millis / 1000)) {
      return Stream.empty();
    }
    WhatIf found = Recomputing.atBest(shares);
    // In a memory in which it fits, less garbage is collected while it is made, too.
    WhatIf atBest =
        found.withLengths(
            tasks ->
                tasks == first
                    ? WhatIf.recorded().without(SlotRow.GC).lengths().apply(tasks)
                    : found.lengths().apply(tasks));
    TimeGain gain = facts.pricing().gain(Recomputing.without(shares), atBest, 0.4, 0.8);
    String memory = facts.local() ? ConfFacts.DRIVER_MEMORY : ConfFacts.EXECUTOR_MEMORY;
    List<SparkAdvice> advice =
        List.of(
            new SparkAdvice.Code(SparkAdvice.Change.KEEP_ON_DISK, Optional.of(use.made())),
            facts.conf().more(memory, 2));
    return Stream.of(of(use, use.stages().size(), partitions, millis / 1000, gain, advice));
  }

  private static int readingNothing(StageTasks tasks) {
    return (int)
        tasks.stage().tasks().stream()
            .filter(task -> task.outcome() == Task.Outcome.SUCCEEDED && !reads(task))
            .count();
  }

  /** Partitions that a stage made again, by the rows that it made of a table. */
  private static int made(Map<Integer, Long> rows, StageTasks first, StageTasks tasks) {
    double all = rows.getOrDefault(first.stage().key().id(), 1L);
    double share = Math.min(1, rows.getOrDefault(tasks.stage().key().id(), 0L) / all);
    return (int) Math.round(share * tasks.succeededCount());
  }

  private static SparkFinding of(
      ComputedRdds.Use use,
      int times,
      int evicted,
      double seconds,
      TimeGain gain,
      List<SparkAdvice> advice) {
    Optional<CallSite> made = Optional.of(use.made());
    return new SparkFinding.Recomputed(
        use.last(), made, List.of(), times, evicted, seconds, gain, advice);
  }

  private static boolean reads(Task task) {
    return task.volumes().input().bytes() > 0;
  }

  /** Whether the stage's action runs on the RDD itself. */
  private static boolean direct(StageTasks tasks, Rdd rdd) {
    return tasks.stage().rdds().get(0).id() == rdd.id()
        && !tasks.stage().callSite().name().startsWith(OWN_CODE);
  }

  private static boolean readsFiles(List<StageTasks> stages) {
    return stages.stream()
        .allMatch(
            tasks ->
                tasks.stage().rdds().stream().noneMatch(Rdd::kept)
                    && tasks.stage().tasks().stream().anyMatch(RecomputedRdds::reads));
  }
}
