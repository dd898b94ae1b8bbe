package dev.uncork.cli.metrics;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.protocol.Deadlock;
import dev.uncork.protocol.EventField;
import dev.uncork.protocol.EventName;
import dev.uncork.report.metrics.Metric;
import dev.uncork.report.metrics.Metric.Kind;
import dev.uncork.report.metrics.Metric.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one observed JVM, summed up from its events.
 *
 * <p>Locks are summed per class, since instances come and go; beyond {@link #MAX_CLASSES} classes
 * the rest is called {@code other}, so that a hostile program can't flood a monitoring system.
 */
final class JvmMetrics implements Consumer<RecordedEvent> {
  static final int MAX_CLASSES = 500;
  private static final Duration LEDGER_STEP = Duration.ofSeconds(10);

  private final Map<String, String> jvm;
  private final Map<Map<String, String>, LockSums> locks = new LinkedHashMap<>();
  private final Map<String, Double> gauges = new TreeMap<>();
  private final Map<String, Double> counters = new TreeMap<>();
  private final LedgerSums ledger =
      new LedgerSums(LEDGER_STEP, recording -> Diagnosis.of(recording).ledger());

  private static final class LockSums {
    long blocked;
    long acquireNanos;
    long maxNanos;
    long waits;
    long waitedNanos;
  }

  JvmMetrics(String pid) {
    jvm = Map.of("pid", pid);
  }

  @Override
  public synchronized void accept(RecordedEvent event) {
    ledger.add(event);
    switch (event.getEventType().getName()) {
      case EventName.CONTENDED_LOCK -> lock(event);
      case EventName.CPU_USE -> {
        gauges.put("process-busy", (double) event.getFloat(EventField.PROCESS_BUSY));
        gauges.put("machine-busy", (double) event.getFloat(EventField.MACHINE_BUSY));
      }
      case EventName.PROCESS_USE -> {
        count("user", seconds(event, EventField.USER_TIME));
        count("system", seconds(event, EventField.SYSTEM_TIME));
        gauges.put("threads", (double) event.getInt(EventField.THREADS));
        gauges.put("resident", (double) event.getLong(EventField.RESIDENT_SIZE));
      }
      case "jdk.GarbageCollection" -> {
        count("collections", 1);
        count("pauses", seconds(event, "sumOfPauses"));
      }
      case EventName.PROGRESS -> gauges.put("rate", event.getDouble(EventField.RATE));
      case EventName.COLLECTOR_INFO ->
          gauges.put("cores", (double) event.getInt(EventField.AVAILABLE_CPUS));
      case EventName.COLLECTOR_COST -> count("own", seconds(event, EventField.CPU_TIME));
      default -> {
        // Stacks and samples are no metrics.
      }
    }
  }

  /** Those that there are now. */
  synchronized void deadlocks(List<Deadlock> now) {
    gauges.put("deadlocked", now.stream().mapToDouble(one -> one.threads().size()).sum());
  }

  private void lock(RecordedEvent event) {
    String lockClass = event.getString(EventField.LOCK_CLASS);
    Map<String, String> labels =
        labels(event.getString(EventField.LOCK_CLASS), event.getString(EventField.KIND));
    if (!locks.containsKey(labels) && locks.size() >= MAX_CLASSES) {
      labels = labels("other", "any");
    }
    LockSums sums = locks.computeIfAbsent(labels, key -> new LockSums());
    sums.blocked += event.getLong(EventField.BLOCKED);
    sums.acquireNanos += event.getDuration(EventField.WAIT_TIME).toNanos();
    sums.maxNanos = Math.max(sums.maxNanos, event.getDuration(EventField.MAX_WAIT_TIME).toNanos());
    sums.waits += event.getLong(EventField.WAITS);
    sums.waitedNanos += event.getDuration(EventField.WAITED_TIME).toNanos();
  }

  private Map<String, String> labels(@Nullable String lockClass, @Nullable String kind) {
    Map<String, String> labels = new TreeMap<>(jvm);
    labels.put("lock_class", String.valueOf(lockClass));
    labels.put("kind", String.valueOf(kind));
    return labels;
  }

  private static double seconds(RecordedEvent event, String field) {
    Duration time = event.getDuration(field);
    return time.toNanos() / 1e9;
  }

  private void count(String name, double more) {
    counters.merge(name, Math.max(0, more), Double::sum);
  }

  /** All metrics as of now. */
  synchronized List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>();
    locks("uncork_lock_blocked_acquires", "", "Acquires that blocked", s -> s.blocked, metrics);
    locks(
        "uncork_lock_acquire_seconds",
        "seconds",
        "Time that blocked acquires took",
        s -> s.acquireNanos / 1e9,
        metrics);
    locks("uncork_lock_waits", "", "Object.wait or Condition.await calls", s -> s.waits, metrics);
    locks(
        "uncork_lock_waited_seconds",
        "seconds",
        "Time that those calls took",
        s -> s.waitedNanos / 1e9,
        metrics);
    longest(metrics);
    ledger(metrics);
    gauge("cores", "uncork_cores", "", "CPUs that the JVM may use", metrics);
    gauge(
        "process-busy",
        "uncork_process_busy_ratio",
        "ratio",
        "CPU time of the process over the time of its CPUs",
        metrics);
    gauge(
        "machine-busy",
        "uncork_machine_busy_ratio",
        "ratio",
        "Busy time of all CPUs over their time",
        metrics);
    gauge("threads", "uncork_threads", "", "Threads of the process", metrics);
    gauge(
        "deadlocked",
        "uncork_deadlocked_threads",
        "",
        "Threads that wait for each other for ever",
        metrics);
    gauge("resident", "uncork_resident_bytes", "bytes", "Resident set size", metrics);
    gauge("rate", "uncork_operations_per_second", "", "The program's own progress", metrics);
    counter("user", "uncork_cpu_user_seconds", "seconds", "CPU time in user mode", metrics);
    counter("system", "uncork_cpu_system_seconds", "seconds", "CPU time in the kernel", metrics);
    counter("collections", "uncork_gc_collections", "", "Garbage collections", metrics);
    counter("pauses", "uncork_gc_pause_seconds", "seconds", "Garbage collectors' pauses", metrics);
    counter(
        "own", "uncork_collector_cpu_seconds", "seconds", "CPU time of Uncork's thread", metrics);
    return metrics;
  }

  private void locks(
      String name, String unit, String help, ToDoubleFunction<LockSums> value, List<Metric> to) {
    List<Point> points = new ArrayList<>();
    locks.forEach((labels, sums) -> points.add(new Point(labels, value.applyAsDouble(sums))));
    add(new Metric(name, Kind.COUNTER, unit, help, points), to);
  }

  private void longest(List<Metric> to) {
    List<Point> points = new ArrayList<>();
    locks.forEach((labels, sums) -> points.add(new Point(labels, sums.maxNanos / 1e9)));
    String help = "The longest acquire so far";
    add(new Metric("uncork_lock_longest_acquire_seconds", Kind.GAUGE, "seconds", help, points), to);
  }

  private void ledger(List<Metric> to) {
    List<Point> points = new ArrayList<>();
    ledger
        .coreSeconds()
        .forEach(
            (row, seconds) -> {
              Map<String, String> labels = new TreeMap<>(jvm);
              labels.put("row", row.label());
              points.add(new Point(labels, seconds));
            });
    String help = "Usable cores times their time by what it went to, in steps of ten seconds";
    add(new Metric("uncork_ledger_core_seconds", Kind.COUNTER, "seconds", help, points), to);
  }

  private void gauge(String key, String name, String unit, String help, List<Metric> to) {
    Double value = gauges.get(key);
    if (value != null) {
      to.add(new Metric(name, Kind.GAUGE, unit, help, List.of(new Point(jvm, value))));
    }
  }

  private void counter(String key, String name, String unit, String help, List<Metric> to) {
    Double value = counters.get(key);
    if (value != null) {
      to.add(new Metric(name, Kind.COUNTER, unit, help, List.of(new Point(jvm, value))));
    }
  }

  private static void add(Metric metric, List<Metric> to) {
    if (!metric.points().isEmpty()) {
      to.add(metric);
    }
  }
}
