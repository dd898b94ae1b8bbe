package dev.uncork.cli.tune;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.diagnosis.lever.SparkFacts;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What Spark wrote about an application: its settings, executors and tasks. */
final class EventLog {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  private final Map<String, String> settings = new TreeMap<>();
  private final Map<String, Integer> running = new HashMap<>();
  private final Set<String> machines = new HashSet<>();
  private int executors;
  private int coresEach;
  private int jdk;
  private boolean sql;
  private final Set<String> unbound = new HashSet<>();
  private long tasks;
  private double run;
  private double cpu;
  private double gc;
  private double fetchWait;
  private double shuffleWrite;
  private long shuffleRecords;

  private EventLog() {}

  /** Reads one; a last line that is cut off is left out. */
  static EventLog read(Path file) throws IOException {
    EventLog log = new EventLog();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.endsWith("}")) {
          log.add(JSON.readTree(line));
        }
      }
    }
    return log;
  }

  private void add(JsonNode event) {
    String kind = event.path("Event").asText();
    switch (kind.substring(kind.lastIndexOf('.') + 1)) {
      case "SparkListenerEnvironmentUpdate" -> environment(event);
      case "SparkListenerExecutorAdded" -> {
        running.put(
            event.path("Executor ID").asText(),
            event.path("Executor Info").path("Total Cores").asInt());
        executors = Math.max(executors, running.size());
        coresEach = running.values().stream().mapToInt(Integer::intValue).max().orElse(1);
      }
      case "SparkListenerExecutorRemoved" -> running.remove(event.path("Executor ID").asText());
      case "SparkListenerTaskEnd" -> task(event.path("Task Metrics"));
      case "SparkListenerSQLExecutionStart" -> sql = true;
      case "ExecutorPlacedEvent" -> {
        machines.add(event.path("host").asText());
        if (event.path("nodes").asText().isEmpty()) {
          unbound.add(event.path("topology").asText());
        }
      }
      default -> {}
    }
  }

  private void environment(JsonNode event) {
    event
        .path("Spark Properties")
        .properties()
        .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
    String version = event.path("JVM Information").path("Java Version").asText();
    String major = version.replaceFirst("\\D.*", "");
    jdk = major.isEmpty() ? 0 : Integer.parseInt(major);
  }

  private void task(JsonNode metrics) {
    tasks++;
    run += metrics.path("Executor Run Time").asLong() / MILLIS;
    cpu += metrics.path("Executor CPU Time").asLong() / NANOS;
    gc += metrics.path("JVM GC Time").asLong() / MILLIS;
    fetchWait += metrics.path("Shuffle Read Metrics").path("Fetch Wait Time").asLong() / MILLIS;
    JsonNode written = metrics.path("Shuffle Write Metrics");
    shuffleWrite += written.path("Shuffle Write Time").asLong() / NANOS;
    shuffleRecords += written.path("Shuffle Records Written").asLong();
  }

  /** Settings that were in effect. */
  Map<String, String> settings() {
    return settings;
  }

  /** Boot ids of the machines on which executors ran. */
  Set<String> machines() {
    return machines;
  }

  /** Whether an executor that is not bound to NUMA nodes would find room on some of them. */
  boolean crossesNodes() {
    return unbound.stream().anyMatch(this::hasRoomOnSomeNodes);
  }

  /** By a topology such as {@code 0:0-7;1:8-15}. */
  private boolean hasRoomOnSomeNodes(String topology) {
    int all = 0;
    int smallest = Integer.MAX_VALUE;
    for (String node : topology.split(";")) {
      int cpus = 0;
      for (String range : node.substring(node.indexOf(':') + 1).split(",")) {
        String[] ends = range.split("-");
        cpus +=
            range.isEmpty()
                ? 0
                : Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
      }
      all += cpus;
      smallest = Math.min(smallest, cpus);
    }
    return topology.contains(";") && all - smallest >= coresEach;
  }

  boolean sql() {
    return sql;
  }

  int jdk() {
    return jdk;
  }

  /** At the same time, at most. */
  int executors() {
    return executors;
  }

  int coresEach() {
    return coresEach;
  }

  SparkFacts.Work work() {
    return new SparkFacts.Work(tasks, run, cpu, gc, fetchWait, shuffleWrite, shuffleRecords);
  }
}
