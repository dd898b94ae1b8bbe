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
    for (Stage stage : application.stages()) {
      stages.add(StageTasks.of(stage, executors, blocked.getOrDefault(stage.key(), Map.of())));
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

  /** Milliseconds of the application. */
  public long millis() {
    return application.span().millis();
  }
}
