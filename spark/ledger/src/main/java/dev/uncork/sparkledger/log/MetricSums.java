package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What tasks and the driver have added to SQL metrics, by accumulator and stage. */
final class MetricSums {
  private static final Sum NOTHING = new Sum();

  private final Map<Long, Sum> sums = new HashMap<>();
  private final int most;
  private int kept;
  private boolean leftOut;

  /** Additions to one metric. */
  static final class Sum {
    private long driver;
    private boolean any;
    private final SortedMap<Integer, Long> byStage = new TreeMap<>();

    /** Whether there was any; zero is one too. */
    boolean any() {
      return any;
    }

    long total() {
      return driver + byStage.values().stream().mapToLong(Long::longValue).sum();
    }

    SortedMap<Integer, Long> byStage() {
      return Collections.unmodifiableSortedMap(byStage);
    }
  }

  /**
   * Nothing added yet.
   *
   * @param most pairs of metric and stage that are kept
   */
  MetricSums(int most) {
    this.most = most;
  }

  /** What a task has added, from the end of which its info comes. */
  void taskEnded(JsonNode info, int stage) {
    for (JsonNode update : info.path("Accumulables")) {
      if (!update.path("Metadata").asText().equals("sql")) {
        continue;
      }
      long value = update.path("Update").asLong(-1);
      @Nullable Sum sum = value < 0 ? null : kept(update.path("ID").asLong());
      // Spark begins many at -1, which means nothing.
      if (sum == null) {
        continue;
      }
      if (!sum.byStage.containsKey(stage)) {
        if (kept >= most) {
          leftOut = true;
          continue;
        }
        kept++;
      }
      sum.any = true;
      sum.byStage.merge(stage, value, Long::sum);
    }
  }

  /** What the driver itself has added. */
  void driverAdded(JsonNode event) {
    for (JsonNode update : event.path("accumUpdates")) {
      long value = update.path(1).asLong(-1);
      @Nullable Sum sum = value < 0 ? null : kept(update.path(0).asLong());
      if (sum != null) {
        sum.any = true;
        sum.driver += value;
      }
    }
  }

  Sum of(long accumulator) {
    return sums.getOrDefault(accumulator, NOTHING);
  }

  /** Whether there were too many to keep all. */
  boolean leftOut() {
    return leftOut;
  }

  private @Nullable Sum kept(long accumulator) {
    @Nullable Sum known = sums.get(accumulator);
    if (known == null && sums.size() < most) {
      known = new Sum();
      sums.put(accumulator, known);
    } else if (known == null) {
      leftOut = true;
    }
    return known;
  }
}
