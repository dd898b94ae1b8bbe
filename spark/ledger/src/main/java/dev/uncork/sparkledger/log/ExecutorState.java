package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.BlockedTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.WaitingTasks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** An executor while its events come; also the driver, of which only its peaks are of use. */
final class ExecutorState {
  private static final int MOST_EXCLUSIONS = 1_000;
  private static final int MOST_LOCKS = 2_000;
  private static final int MOST_WAITS = 2_000;
  private static final int MOST_STAGES = 20_000;
  private static final double NANOS_PER_MILLI = 1e6;

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
  private final Map<Lock, LockState> locks = new LinkedHashMap<>();
  private final Map<Wait, Long> waits = new LinkedHashMap<>();
  private final Map<Stage.Key, Long> queuedNanos = new LinkedHashMap<>();

  private long toldMillis;
  private long cpuMillis;
  private long collectorsMillis;
  private long childrenMillis;
  private long machineMillis;

  private record Lock(Stage.Key stage, String name, String site) {}

  private record Wait(Stage.Key stage, String activity, String site) {}

  /** What is known of a lock in a stage. */
  private static final class LockState {
    private String holder = "";
    private double nanos;
  }

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

  /** What tasks of a stage waited for since it was told last. */
  void waited(JsonNode stage) {
    Stage.Key key =
        new Stage.Key(Fields.number(stage, "stageId"), Fields.number(stage, "attemptId"));
    if (queuedNanos.size() < MOST_STAGES || queuedNanos.containsKey(key)) {
      queuedNanos.merge(key, Fields.amount(stage, "queuedNanos"), Long::sum);
    }
    for (JsonNode told : stage.path("locks")) {
      Lock lock = new Lock(key, Fields.text(told, "name"), Fields.text(told, "site"));
      long nanos = Fields.amount(told, "totalNanos");
      if (locks.size() < MOST_LOCKS || locks.containsKey(lock)) {
        LockState state = locks.computeIfAbsent(lock, unused -> new LockState());
        state.nanos += nanos;
        state.holder = state.holder.isEmpty() ? Fields.text(told, "holder") : state.holder;
      }
    }
    for (JsonNode told : stage.path("waits")) {
      Wait wait = new Wait(key, Fields.text(told, "activity"), Fields.text(told, "site"));
      if (waits.size() < MOST_WAITS || waits.containsKey(wait)) {
        waits.merge(wait, Fields.amount(told, "nanos"), Long::sum);
      }
    }
  }

  /** How much CPU it used, and what it has started, since it was told last. */
  void used(JsonNode usage) {
    toldMillis += Fields.amount(usage, "intervalMillis");
    cpuMillis += Fields.amount(usage, "cpuMillis");
    collectorsMillis += Fields.amount(usage, "collectorsMillis");
    childrenMillis += Fields.amount(usage, "childrenMillis");
    machineMillis += Fields.amount(usage, "machineMillis");
  }

  /** Known where most of its time was told. */
  private Optional<Executor.Used> used(long spanMillis) {
    return toldMillis > 0 && toldMillis >= spanMillis / 2
        ? Optional.of(
            new Executor.Used(
                (double) cpuMillis / toldMillis,
                (double) collectorsMillis / toldMillis,
                (double) childrenMillis / toldMillis,
                (double) machineMillis / toldMillis))
        : Optional.empty();
  }

  private Map<Stage.Key, Long> queuedMillis() {
    Map<Stage.Key, Long> millis = new LinkedHashMap<>();
    queuedNanos.forEach(
        (stage, nanos) -> {
          if (nanos > 0) {
            millis.put(stage, Math.round(nanos / NANOS_PER_MILLI));
          }
        });
    return Collections.unmodifiableMap(millis);
  }

  private List<BlockedTasks> blocked() {
    List<BlockedTasks> all = new ArrayList<>();
    locks.forEach(
        (lock, state) ->
            all.add(
                new BlockedTasks(
                    lock.stage,
                    lock.name,
                    lock.site,
                    state.holder,
                    Math.round(state.nanos / NANOS_PER_MILLI))));
    return List.copyOf(all);
  }

  private List<WaitingTasks> waits() {
    List<WaitingTasks> all = new ArrayList<>();
    waits.forEach(
        (wait, nanos) ->
            all.add(
                new WaitingTasks(
                    wait.stage, wait.activity, wait.site, Math.round(nanos / NANOS_PER_MILLI))));
    return List.copyOf(all);
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
        blocked(),
        waits(),
        queuedMillis(),
        used(end - addedMillis),
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
