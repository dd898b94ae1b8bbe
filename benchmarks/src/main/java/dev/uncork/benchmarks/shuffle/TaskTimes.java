package dev.uncork.benchmarks.shuffle;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a task's time went to, in milliseconds, as Spark's metrics tell.
 *
 * @param all from its launch to its end, as the driver sees it
 * @param cpu of its thread, whatever for
 * @param fetchWait waiting for blocks of other executors
 * @param write writing its output: Spark counts writes to files, which may be compressed already;
 *     Uncork all from the serialized record to memory
 * @param gc collections while it ran
 * @param serialization reading the task itself and writing its result; not that of records
 * @param scheduling between driver and executor
 */
record TaskTimes(
    double all,
    double cpu,
    double fetchWait,
    double write,
    double gc,
    double serialization,
    double scheduling) {
  static final TaskTimes NONE = new TaskTimes(0, 0, 0, 0, 0, 0, 0);
  private static final double NANOS = 1e6;

  /** Of the event {@code SparkListenerTaskEnd}. */
  static TaskTimes of(JsonNode taskEnd) {
    JsonNode info = taskEnd.path("Task Info");
    JsonNode metrics = taskEnd.path("Task Metrics");
    double all = info.path("Finish Time").asDouble() - info.path("Launch Time").asDouble();
    double serialization =
        metrics.path("Executor Deserialize Time").asDouble()
            + metrics.path("Result Serialization Time").asDouble();
    return new TaskTimes(
        all,
        (metrics.path("Executor CPU Time").asDouble()
                + metrics.path("Executor Deserialize CPU Time").asDouble())
            / NANOS,
        metrics.path("Shuffle Read Metrics").path("Fetch Wait Time").asDouble(),
        metrics.path("Shuffle Write Metrics").path("Shuffle Write Time").asDouble() / NANOS,
        metrics.path("JVM GC Time").asDouble(),
        serialization,
        Math.max(0, all - serialization - metrics.path("Executor Run Time").asDouble()));
  }

  TaskTimes plus(TaskTimes other) {
    return new TaskTimes(
        all + other.all,
        cpu + other.cpu,
        fetchWait + other.fetchWait,
        write + other.write,
        gc + other.gc,
        serialization + other.serialization,
        scheduling + other.scheduling);
  }

  /** What is none of the others: computing, and waiting for a processor. */
  double computing() {
    return Math.max(0, all - fetchWait - write - gc - serialization - scheduling);
  }
}
