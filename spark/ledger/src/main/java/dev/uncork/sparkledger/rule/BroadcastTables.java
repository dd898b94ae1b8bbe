package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.PlanSearch;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The tables that the driver broadcasts for joins: what they cost, and how to do with less. */
final class BroadcastTables {
  /** To build and send a small table; without it, rows would have to be shuffled. */
  private static final double NATURAL_BROADCAST_EACH = 0.3;

  /** Bytes in memory up to which a table is small. */
  private static final long SMALL_BYTES = 64 << 20;

  /** Part of a task's time that is left if it needn't send most of its rows, at best. */
  private static final double FEWER_ROWS = 0.5;

  /** So many times the median is what loads classes as well; what takes longer unpacks a table. */
  private static final double UNPACKING = 2;

  /** Rows of compressed files take so many times their bytes, at most. */
  private static final double FAR_LARGER = 20;

  private final ApplicationFacts facts;
  private final Set<Integer> into;

  BroadcastTables(ApplicationFacts facts) {
    this.facts = facts;
    into = facts.plans().intoBroadcasts();
  }

  /** What small ones take. */
  double naturalSeconds(SlowMachine machine) {
    long small = bytes().filter(size -> size <= SMALL_BYTES).count();
    return NATURAL_BROADCAST_EACH * small * machine.slower();
  }

  /** Size of the largest. */
  long largestBytes() {
    return bytes().max().orElse(0);
  }

  private LongStream bytes() {
    return tables().mapToLong(table -> table.metrics().getOrDefault("data size", 0L));
  }

  /** Seconds of the application's time that tasks would save without them. */
  double savedSeconds() {
    return facts.pricing().gain(without(), 1, 1).seconds();
  }

  /**
   * Tasks that needn't pack the tables that are broadcast, nor unpack them, as the first ones of
   * each executor do.
   */
  private WhatIf without() {
    Set<Integer> reading = facts.local() ? Set.of() : facts.plans().readingBroadcasts();
    return WhatIf.recorded()
        .withLengths(
            tasks -> {
              float[] lengths = WhatIf.asRecorded(tasks);
              int id = tasks.stage().key().id();
              for (int i = 0; into.contains(id) && i < lengths.length; i++) {
                lengths[i] -= (float) tasks.part(i, SlotRow.RESULT);
              }
              if (reading.contains(id)) {
                shortenFirst(tasks, lengths);
              }
              return lengths;
            });
  }

  /** The same if small tables are broadcast instead: few rows are sent and unpacked. */
  double savedAtBestSeconds() {
    WhatIf few =
        WhatIf.recorded()
            .withEach(
                (stage, task, recorded) ->
                    into.contains(stage.stage().key().id())
                        ? (float) FEWER_ROWS * recorded
                        : recorded);
    return facts.pricing().gain(few, 1, 1).seconds() + facts.wallSeconds(SlotRow.COLLECT);
  }

  /** Tasks that begin before another one has ended on their executor wait for the table. */
  private static void shortenFirst(StageTasks tasks, float[] lengths) {
    Map<Integer, Long> firstEnds = new HashMap<>();
    for (int i = 0; i < lengths.length; i++) {
      firstEnds.merge(tasks.executor(i), tasks.end(i), Math::min);
    }
    float longest = (float) UNPACKING * tasks.medianMillis();
    for (int i = 0; i < lengths.length; i++) {
      if (tasks.start(i) < firstEnds.getOrDefault(tasks.executor(i), 0L)) {
        lengths[i] = Math.min(lengths[i], longest);
      }
    }
  }

  /** In which tasks pack the tables, and unpack them on each executor. */
  double taskSeconds() {
    WhatIf without = without();
    double millis = 0;
    for (StageTasks tasks : facts.recorded().stages()) {
      float[] left = without.lengths().apply(tasks);
      millis += tasks.millis();
      for (float task : left) {
        millis -= task;
      }
    }
    return Math.max(0, millis / 1000);
  }

  /**
   * Spark broadcasts by its threshold, unless that is off, or the table or its files are larger
   * than any that it takes for so small: then the program asks for it.
   */
  List<SparkAdvice> advice(Optional<CallSite> site) {
    ConfFacts conf = facts.conf();
    SparkAdvice hint = new SparkAdvice.Code(SparkAdvice.Change.NO_BROADCAST_HINT, site);
    long now = conf.bytes(ConfFacts.BROADCAST_THRESHOLD, -1);
    if (now <= 0) {
      return List.of(hint);
    }
    SparkAdvice less = conf.to(ConfFacts.BROADCAST_THRESHOLD, now > 10 << 20 ? "10MB" : "-1");
    boolean asked = largestBytes() > FAR_LARGER * now || fileBytes() > now;
    return asked ? List.of(hint, less) : List.of(less);
  }

  /** Of the largest table that is made of files. */
  private long fileBytes() {
    return tables().mapToLong(BroadcastTables::fileBytes).max().orElse(0);
  }

  private Stream<PlanNode> tables() {
    return facts.plans().all(PlanSearch.named(PlanSearch.BROADCAST)).stream();
  }

  private static long fileBytes(PlanNode node) {
    return node.metrics().getOrDefault(PlanSearch.READ_BYTES, 0L)
        + node.children().stream().mapToLong(BroadcastTables::fileBytes).sum();
  }
}
