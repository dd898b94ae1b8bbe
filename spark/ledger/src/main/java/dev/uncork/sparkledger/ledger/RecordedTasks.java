package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Application;
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
    for (Stage stage : application.stages()) {
      stages.add(StageTasks.of(stage, executors));
    }
    stages.sort(Comparator.comparingLong(tasks -> tasks.stage().span().startMillis()));
    return new RecordedTasks(application, List.copyOf(stages));
  }

  /** Milliseconds of the application. */
  public long millis() {
    return application.span().millis();
  }
}
