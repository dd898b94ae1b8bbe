package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Executors and the driver, from the events about them. */
final class ExecutorEvents {
  private static final int MOST = 100_000;

  /** As Spark calls it; in local mode it is the executor too. */
  private static final String DRIVER = "driver";

  private final Map<String, ExecutorState> executors = new LinkedHashMap<>();
  private final ExecutorState driver = new ExecutorState(DRIVER, "");
  private final Slots slots = new Slots();

  void profileAdded(JsonNode event) {
    slots.profile(event);
  }

  void added(JsonNode event, SortedMap<String, String> settings) {
    JsonNode info = event.path("Executor Info");
    executor(Fields.name(event, "Executor ID"), Fields.text(info, "Host"))
        .added(
            Fields.text(info, "Host"), slots.of(info, settings), Fields.time(event, "Timestamp"));
  }

  void removed(JsonNode event) {
    @Nullable ExecutorState executor = executors.get(Fields.name(event, "Executor ID"));
    if (executor != null) {
      executor.removed(Fields.time(event, "Timestamp"), Fields.text(event, "Removed Reason"));
    }
  }

  void blockManagerAdded(JsonNode event) {
    JsonNode manager = event.path("Block Manager ID");
    if (Fields.text(manager, "Executor ID").equals(DRIVER)) {
      driver.host = Fields.text(manager, "Host");
    }
  }

  void taskStarted(JsonNode event) {
    JsonNode info = event.path("Task Info");
    executor(Fields.name(info, "Executor ID"), Fields.text(info, "Host"))
        .taskStarted(Fields.time(info, "Launch Time"));
  }

  void taskEnded(Task task, JsonNode event) {
    ExecutorState executor =
        executor(task.key().executor(), Fields.text(event.path("Task Info"), "Host"));
    if (!executor.ran()) {
      executor.taskStarted(task.span().startMillis());
    }
    executor.taskEnded();
    executor.peaks(event.path("Task Executor Metrics"));
  }

  void metrics(JsonNode event) {
    @Nullable ExecutorState executor = executors.get(Fields.text(event, "Executor ID"));
    ExecutorState whose = executor == null ? driver : executor;
    if (executor != null || Fields.text(event, "Executor ID").equals(DRIVER)) {
      whose.peaks(event.path("Executor Metrics"));
      event
          .path("Executor Metrics Updated")
          .forEach(update -> whose.peaks(update.path("Executor Metrics")));
    }
  }

  /** A recording of its tasks has ended. */
  void profiled(JsonNode event) {
    @Nullable ExecutorState executor = executors.get(Fields.name(event, "executorId"));
    if (executor != null) {
      event.path("stages").forEach(executor::waited);
    }
  }

  void used(JsonNode event) {
    @Nullable ExecutorState executor = executors.get(Fields.name(event, "executorId"));
    if (executor != null) {
      executor.used(event);
    }
  }

  void excluded(JsonNode event) {
    long time = Fields.time(event, "time");
    about(event, executor -> executor.excluded(OptionalInt.empty(), time));
  }

  void excludedForStage(JsonNode event) {
    long time = Fields.time(event, "time");
    OptionalInt stage = OptionalInt.of(Fields.number(event, "stageId"));
    about(event, executor -> executor.excluded(stage, time));
  }

  void included(JsonNode event) {
    long time = Fields.time(event, "time");
    about(event, executor -> executor.included(time));
  }

  /** The host of the driver, where it is known. */
  String driverHost() {
    return driver.host;
  }

  Map<String, Long> driverPeaks() {
    return executors.getOrDefault(DRIVER, driver).peaks();
  }

  List<Executor> at(long nowMillis) {
    return executors.values().stream()
        .filter(ExecutorState::ran)
        .map(executor -> executor.at(nowMillis))
        .toList();
  }

  /** Those that an event is about: one, or all of a host. */
  private void about(JsonNode event, Consumer<ExecutorState> told) {
    String id = Fields.text(event, "executorId");
    String host = Fields.text(event, "hostId");
    executors.values().stream()
        .filter(executor -> id.isEmpty() ? executor.host.equals(host) : executor.id.equals(id))
        .forEach(told);
  }

  private ExecutorState executor(String id, String host) {
    @Nullable ExecutorState known = executors.get(id);
    if (known != null) {
      return known;
    }
    if (executors.size() >= MOST) {
      throw new Fields.Damaged("number of executors", MOST);
    }
    ExecutorState added = new ExecutorState(id, host);
    executors.put(id, added);
    return added;
  }
}
