package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** An executor while its events come; also the driver, of which only its peaks are of use. */
final class ExecutorState {
  private static final int MOST_EXCLUSIONS = 1_000;

  final String id;
  String host;
  private int slots;
  private long addedMillis;
  private long removedMillis;
  private Optional<String> removedBecause = Optional.empty();
  private int running;
  private int mostRunning;
  private final Map<String, Long> peaks = new TreeMap<>();
  private final List<Exclusion> exclusions = new ArrayList<>();

  private record Exclusion(OptionalInt stage, long startMillis, long endMillis) {}

  ExecutorState(String id, String host) {
    this.id = id;
    this.host = host;
  }

  void added(String where, int howMany, long atMillis) {
    host = where;
    slots = howMany;
    addedMillis = atMillis;
    removedMillis = 0;
    removedBecause = Optional.empty();
  }

  void removed(long atMillis, String reason) {
    removedMillis = atMillis;
    removedBecause = Optional.of(reason);
  }

  /** A task began at it, whether or not an event told of the executor itself. */
  void taskStarted(long atMillis) {
    if (addedMillis == 0) {
      addedMillis = atMillis;
    }
    mostRunning = Math.max(mostRunning, ++running);
  }

  void taskEnded() {
    running = Math.max(0, running - 1);
  }

  void peaks(JsonNode metrics) {
    metrics
        .properties()
        .forEach(
            metric -> {
              long value = Fields.amount(metrics, metric.getKey());
              if (value > 0) {
                peaks.merge(metric.getKey(), value, Math::max);
              }
            });
  }

  Map<String, Long> peaks() {
    return Collections.unmodifiableMap(new TreeMap<>(peaks));
  }

  void excluded(OptionalInt stage, long atMillis) {
    if (exclusions.size() < MOST_EXCLUSIONS) {
      exclusions.add(new Exclusion(stage, atMillis, 0));
    }
  }

  /** It gets tasks of all stages again. */
  void included(long atMillis) {
    exclusions.replaceAll(
        exclusion ->
            exclusion.stage.isEmpty() && exclusion.endMillis == 0
                ? new Exclusion(exclusion.stage, exclusion.startMillis, atMillis)
                : exclusion);
  }

  /** Whether it was ever there. */
  boolean ran() {
    return addedMillis != 0;
  }

  /** It as a fact, at a time when the events end. */
  Executor at(long nowMillis) {
    boolean left = removedMillis != 0 && removedMillis < nowMillis;
    long end = Math.max(addedMillis, left ? removedMillis : nowMillis);
    return new Executor(
        id,
        host,
        slots == 0 ? Math.max(1, mostRunning) : slots,
        new Span(addedMillis, end),
        left ? removedBecause : Optional.empty(),
        peaks(),
        exclusions.stream()
            .map(
                exclusion ->
                    new Executor.Exclusion(
                        new Span(
                            exclusion.startMillis,
                            exclusion.endMillis == 0 ? end : exclusion.endMillis),
                        exclusion.stage))
            .toList());
  }
}
