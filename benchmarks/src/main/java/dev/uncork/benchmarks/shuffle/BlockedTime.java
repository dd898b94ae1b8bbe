package dev.uncork.benchmarks.shuffle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Blocked-time analysis ("Making Sense of Performance in Data Analytics Frameworks", Ousterhout et
 * al.): how much shorter jobs would be at most if their tasks never waited for something. The tasks
 * of each stage are put on as many slots as there were, in the order in which they began, once with
 * the times that they took and once without the wait.
 *
 * @param stages tasks of each stage, in the order in which they began
 * @param slots tasks that ran at the same time
 */
record BlockedTime(List<List<TaskTimes>> stages, int slots) {
  private record Started(long millis, TaskTimes times) {}

  /**
   * Of tasks that were launched in a span of time.
   *
   * @param log an application's event log
   * @param fromMillis since the epoch
   * @param toMillis the end of it
   */
  static BlockedTime read(Path log, long fromMillis, long toMillis, int slots) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Map<Integer, List<Started>> stages = new TreeMap<>();
    for (String line : Files.readAllLines(log)) {
      if (!line.contains("SparkListenerTaskEnd")) {
        continue;
      }
      JsonNode event = mapper.readTree(line);
      long launched = event.path("Task Info").path("Launch Time").asLong();
      if (launched >= fromMillis && launched < toMillis) {
        stages
            .computeIfAbsent(event.path("Stage ID").asInt(), id -> new ArrayList<>())
            .add(new Started(launched, TaskTimes.of(event)));
      }
    }
    List<List<TaskTimes>> ordered = new ArrayList<>();
    for (List<Started> tasks : stages.values()) {
      tasks.sort((a, b) -> Long.compare(a.millis(), b.millis()));
      ordered.add(tasks.stream().map(Started::times).toList());
    }
    return new BlockedTime(ordered, slots);
  }

  /** Of all tasks together. */
  TaskTimes total() {
    return stages.stream().flatMap(List::stream).reduce(TaskTimes.NONE, TaskTimes::plus);
  }

  /** The share of the time of all stages that would be saved at most without a wait. */
  double gainWithout(ToDoubleFunction<TaskTimes> wait) {
    double with = length(task -> 0);
    return with == 0 ? 0 : 1 - length(wait) / with;
  }

  /** How long the stages take one after the other, in milliseconds. */
  private double length(ToDoubleFunction<TaskTimes> wait) {
    double sum = 0;
    for (List<TaskTimes> tasks : stages) {
      PriorityQueue<Double> free = new PriorityQueue<>();
      for (int slot = 0; slot < slots; slot++) {
        free.add(0.0);
      }
      double end = 0;
      for (TaskTimes task : tasks) {
        double ends = free.remove() + Math.max(0, task.all() - wait.applyAsDouble(task));
        free.add(ends);
        end = Math.max(end, ends);
      }
      sum += end;
    }
    return sum;
  }
}
