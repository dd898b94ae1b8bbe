package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.BlockedTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An application with the tasks of its stages as columns, read once. */
public record RecordedTasks(Application application, List<StageTasks> stages) {
  public static RecordedTasks of(Application application) {
    Map<String, Integer> executors = new HashMap<>();
    List<Executor> known = application.executors();
    for (int i = 0; i < known.size(); i++) {
      executors.put(known.get(i).id(), i);
    }
    List<StageTasks> stages = new ArrayList<>();
    Map<Stage.Key, Map<Integer, Double>> blocked = blocked(known);
    Map<Stage.Key, Map<Integer, Double>> queued = queued(known);
    for (Stage stage : application.stages()) {
      StageTasks.Waits waits =
          new StageTasks.Waits(
              blocked.getOrDefault(stage.key(), Map.of()),
              queued.getOrDefault(stage.key(), Map.of()));
      stages.add(StageTasks.of(stage, executors, waits));
    }
    stages.sort(Comparator.comparingLong(tasks -> tasks.stage().span().startMillis()));
    return new RecordedTasks(application, List.copyOf(stages));
  }

  /** Milliseconds in which tasks of a stage were blocked at locks, by the executor's index. */
  private static Map<Stage.Key, Map<Integer, Double>> blocked(List<Executor> executors) {
    Map<Stage.Key, Map<Integer, Double>> millis = new HashMap<>();
    for (int i = 0; i < executors.size(); i++) {
      for (BlockedTasks blocked : executors.get(i).blocked()) {
        millis
            .computeIfAbsent(blocked.stage(), key -> new HashMap<>())
            .merge(i, (double) blocked.millis(), Double::sum);
      }
    }
    return millis;
  }

  /** The same in which they were ready to run and had no core. */
  private static Map<Stage.Key, Map<Integer, Double>> queued(List<Executor> executors) {
    Map<Stage.Key, Map<Integer, Double>> millis = new HashMap<>();
    for (int i = 0; i < executors.size(); i++) {
      int index = i;
      executors
          .get(i)
          .queuedMillis()
          .forEach(
              (stage, queued) ->
                  millis
                      .computeIfAbsent(stage, key -> new HashMap<>())
                      .put(index, (double) queued));
    }
    return millis;
  }

  /** Milliseconds of the application. */
  public long millis() {
    return application.span().millis();
  }
}
