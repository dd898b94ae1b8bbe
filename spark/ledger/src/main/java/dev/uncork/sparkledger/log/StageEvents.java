package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stages and their tasks, from the events about them. */
final class StageEvents {
  private static final int MOST_EXECUTORS = 100_000;
  private static final int MOST_FAILURES = 2_000;

  /** Of all stages together; some ten megabytes. */
  private static final int MOST_RDDS = 100_000;

  private final Map<Stage.Key, StageState> stages = new LinkedHashMap<>();
  private final Labels<String> executors = new Labels<>(MOST_EXECUTORS, "");
  private final Labels<String> localities = new Labels<>(20, "");
  private final Labels<Task.Failure> failures =
      new Labels<>(MOST_FAILURES, new Task.Failure("", "", Optional.empty()));
  private final Interned texts;
  private final long mostTasks;
  private int rdds;
  private long tasks;
  private long tasksLeftOut;

  /**
   * No stage yet.
   *
   * @param mostTasks beyond which tasks are only counted
   */
  StageEvents(Interned texts, long mostTasks) {
    this.texts = texts;
    this.mostTasks = mostTasks;
  }

  void submittedOrCompleted(JsonNode event) {
    JsonNode info = event.path("Stage Info");
    StageState stage = stage(info);
    stage.describe(info, texts);
    rdds += stage.takeRdds(info, MOST_RDDS - rdds, texts);
  }

  void taskStarted(JsonNode event) {
    JsonNode info = event.path("Task Info");
    Task.Key key = interned(TaskFields.key(info));
    long launch = Fields.time(info, "Launch Time");
    StageState stage = stage(event);
    stage.beganAt(launch);
    stage.running.put(info.path("Task ID").asLong(), new StageState.Running(key, launch));
  }

  /** Takes a task's end; the task, or nothing where it had ended before. */
  Optional<Task> taskEnded(JsonNode event) {
    JsonNode info = event.path("Task Info");
    StageState stage = stage(event);
    stage.running.remove(info.path("Task ID").asLong());
    if (event.path("Task End Reason").path("Reason").asText().equals("Resubmitted")) {
      // The output of a task that succeeded earlier went with its executor.
      return Optional.empty();
    }
    Task task = TaskFields.ended(event);
    stage.beganAt(task.span().startMillis());
    if (task.outcome() == Task.Outcome.SUCCEEDED) {
      stage.succeeded++;
    }
    if (tasks >= mostTasks) {
      tasksLeftOut++;
      return Optional.of(task);
    }
    tasks++;
    stage.ended.add(
        task,
        new PackedTasks.Indices(
            executors.number(task.key().executor()),
            localities.number(task.key().locality()),
            task.failure().map(failures::number).orElse(-1)));
    return Optional.of(task);
  }

  long tasksLeftOut() {
    return tasksLeftOut;
  }

  /** Tasks of stages that succeeded whose ends no event told. */
  long tasksMissing() {
    return stages.values().stream().mapToLong(StageState::missing).sum();
  }

  /**
   * All of them, at a time when the events end.
   *
   * @param ofQueries call sites of queries' actions, by the ids of their stages
   */
  List<Stage> at(long nowMillis, Map<Integer, CallSite> ofQueries) {
    PackedTasks.Names names =
        new PackedTasks.Names(executors.values(), localities.values(), failures.values());
    return stages.values().stream().map(stage -> stage.at(nowMillis, names, ofQueries)).toList();
  }

  private Task.Key interned(Task.Key key) {
    return new Task.Key(
        key.partition(),
        key.attempt(),
        texts.of(key.executor()),
        key.speculative(),
        texts.of(key.locality()));
  }

  private StageState stage(JsonNode ids) {
    Stage.Key key =
        new Stage.Key(Fields.number(ids, "Stage ID"), Fields.number(ids, "Stage Attempt ID"));
    return stages.computeIfAbsent(key, StageState::new);
  }
}
