package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.model.Volumes;
import java.util.Optional;
import java.util.regex.Pattern;

/** What events say of one task. */
final class TaskFields {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final String CAUSE = "\nCaused by: ";
  private static final String TRACEBACK = "Traceback (most recent call last)";

  /** What Spark adds to a message at its end. */
  private static final String STATE = "SQLSTATE: ";

  private static final String FRAME = "\n\tat ";
  private static final Pattern CLASS = Pattern.compile("[\\w.$]{1,300}");

  private static final int LONGEST_MESSAGE = 300;

  private TaskFields() {}

  /** An attempt that has ended. */
  static Task ended(JsonNode event) {
    JsonNode info = event.path("Task Info");
    JsonNode reason = event.path("Task End Reason");
    Task.Outcome outcome = outcome(reason.path("Reason").asText());
    long launch = Fields.time(info, "Launch Time");
    long finish = Math.max(launch, Fields.timeIfAny(info, "Finish Time"));
    long gettingResult = Fields.timeIfAny(info, "Getting Result Time");
    JsonNode metrics = event.path("Task Metrics");
    return new Task(
        key(info),
        outcome,
        outcome == Task.Outcome.SUCCEEDED ? Optional.empty() : Optional.of(failure(reason)),
        new Span(launch, finish),
        metrics.isObject()
            ? times(metrics, gettingResult == 0 ? 0 : Math.max(0, finish - gettingResult))
            : Task.Times.NONE,
        metrics.isObject() ? volumes(metrics) : Volumes.NONE);
  }

  /** One that runs until the events' end. */
  static Task running(Task.Key key, long launch, long end) {
    return new Task(
        key,
        Task.Outcome.RUNNING,
        Optional.empty(),
        new Span(launch, Math.max(launch, end)),
        Task.Times.NONE,
        Volumes.NONE);
  }

  /** Its key, with texts that are to be interned. */
  static Task.Key key(JsonNode info) {
    // A later attempt of a stage counts its tasks anew; the partition stays what it is.
    boolean partition = info.path("Partition ID").asInt(-1) >= 0;
    return new Task.Key(
        Fields.number(info, partition ? "Partition ID" : "Index"),
        Fields.number(info, "Attempt"),
        Fields.name(info, "Executor ID"),
        info.path("Speculative").asBoolean(),
        Fields.text(info, "Locality"));
  }

  private static Task.Outcome outcome(String reason) {
    return switch (reason) {
      case "Success" -> Task.Outcome.SUCCEEDED;
      case "FetchFailed" -> Task.Outcome.FETCH_FAILED;
      case "TaskKilled", "TaskCommitDenied" -> Task.Outcome.KILLED;
      case "ExecutorLostFailure" -> Task.Outcome.LOST;
      default -> Task.Outcome.FAILED;
    };
  }

  private static Task.Failure failure(JsonNode reason) {
    String word = Fields.text(reason, "Reason");
    if (word.equals("ExceptionFailure")) {
      return exception(reason);
    }
    String message =
        switch (word) {
          case "FetchFailed" -> Fields.text(reason, "Message");
          case "TaskKilled" -> Fields.text(reason, "Kill Reason");
          case "ExecutorLostFailure" -> Fields.text(reason, "Loss Reason");
          default -> "";
        };
    JsonNode source = reason.path("Block Manager Address");
    return new Task.Failure(
        word,
        firstLine(message),
        source.isObject()
            ? Optional.of(
                new Task.Source(Fields.text(source, "Executor ID"), Fields.text(source, "Host")))
            : Optional.empty());
  }

  /** The innermost cause: Spark wraps what a task's code throws. */
  private static Task.Failure exception(JsonNode reason) {
    String trace = Fields.text(reason, "Full Stack Trace");
    int cause = trace.lastIndexOf(CAUSE);
    String thrown = cause < 0 ? "" : trace.substring(cause + CAUSE.length());
    int frames = thrown.indexOf(FRAME);
    thrown = frames < 0 ? thrown.strip() : thrown.substring(0, frames);
    int message = thrown.indexOf(": ");
    String type = message < 0 ? thrown : thrown.substring(0, message);
    boolean known = CLASS.matcher(type).matches();
    return new Task.Failure(
        known ? type : Fields.text(reason, "Class Name"),
        telling(
            !known
                ? Fields.text(reason, "Description")
                : message < 0 ? "" : thrown.substring(message + 2)),
        Optional.empty());
  }

  /** Of Python's tracebacks the last line says what went wrong. */
  private static String telling(String message) {
    return message.contains(TRACEBACK)
        ? message
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith(STATE))
            .reduce("", (before, line) -> firstLine(line))
        : firstLine(message);
  }

  private static String firstLine(String message) {
    int end = message.indexOf('\n');
    String line = end < 0 ? message : message.substring(0, end);
    return line.length() > LONGEST_MESSAGE ? line.substring(0, LONGEST_MESSAGE) : line;
  }

  private static Task.Times times(JsonNode metrics, long gettingResult) {
    return new Task.Times(
        Fields.amount(metrics, "Executor Deserialize Time"),
        rounded(Fields.amount(metrics, "Executor Deserialize CPU Time")),
        Fields.amount(metrics, "Executor Run Time"),
        Fields.amount(metrics, "Executor CPU Time") / NANOS_PER_MILLI,
        Fields.amount(metrics, "JVM GC Time"),
        Fields.amount(metrics, "Result Serialization Time"),
        gettingResult,
        Fields.amount(metrics.path("Shuffle Read Metrics"), "Fetch Wait Time"),
        Fields.amount(metrics.path("Shuffle Write Metrics"), "Shuffle Write Time")
            / NANOS_PER_MILLI);
  }

  /** Of such short times parts of a millisecond count. */
  private static long rounded(long nanos) {
    return (nanos + NANOS_PER_MILLI / 2) / NANOS_PER_MILLI;
  }

  private static Volumes volumes(JsonNode metrics) {
    JsonNode read = metrics.path("Shuffle Read Metrics");
    long remote = Fields.amount(read, "Remote Bytes Read");
    return new Volumes(
        amount(metrics.path("Input Metrics"), "Bytes Read", "Records Read"),
        new Volumes.Amount(
            remote + Fields.amount(read, "Local Bytes Read"),
            Fields.amount(read, "Total Records Read")),
        remote,
        amount(
            metrics.path("Shuffle Write Metrics"),
            "Shuffle Bytes Written",
            "Shuffle Records Written"),
        amount(metrics.path("Output Metrics"), "Bytes Written", "Records Written"),
        Fields.amount(metrics, "Result Size"),
        new Volumes.Spill(
            Fields.amount(metrics, "Memory Bytes Spilled"),
            Fields.amount(metrics, "Disk Bytes Spilled")),
        Fields.amount(metrics, "Peak Execution Memory"));
  }

  private static Volumes.Amount amount(JsonNode metrics, String bytes, String records) {
    return new Volumes.Amount(Fields.amount(metrics, bytes), Fields.amount(metrics, records));
  }
}
