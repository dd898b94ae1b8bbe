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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An application with the tasks of its stages as columns, read once. */
public record RecordedTasks(Application application, List<StageTasks> stages) {
  private static final String CODEC = "spark.io.compression.codec";

  public static RecordedTasks of(Application application) {
    Map<String, Integer> executors = new HashMap<>();
    List<Executor> known = application.executors();
    for (int i = 0; i < known.size(); i++) {
      executors.put(known.get(i).id(), i);
    }
    List<StageTasks> stages = new ArrayList<>();
    Map<Stage.Key, Map<Integer, Double>> blocked = byStage(known, RecordedTasks::blocked);
    Map<Stage.Key, Map<Integer, Double>> queued = byStage(known, Executor::queuedMillis);
    boolean packedHard = application.settings().getOrDefault(CODEC, "").equals("zstd");
    Map<Integer, Double> collecting = CollectedCores.shares(application, executors);
    Set<Integer> listing =
        application.jobs().stream()
            .filter(DriverGaps::lists)
            .flatMap(job -> job.stages().stream())
            .collect(Collectors.toSet());
    for (Stage stage : application.stages()) {
      StageTasks.Waits waits =
          new StageTasks.Waits(
              blocked.getOrDefault(stage.key(), Map.of()),
              queued.getOrDefault(stage.key(), Map.of()),
              collecting);
      TaskParts divider =
          new TaskParts(
              stage.operators(),
              listing.contains(stage.key().id()),
              stage.failure().isPresent(),
              packedHard);
      stages.add(StageTasks.of(stage, executors, waits, divider));
    }
    stages.sort(Comparator.comparingLong(tasks -> tasks.stage().span().startMillis()));
    return new RecordedTasks(application, List.copyOf(stages));
  }

  /** Milliseconds in which tasks of a stage waited, by the executor's index. */
  private static Map<Stage.Key, Map<Integer, Double>> byStage(
      List<Executor> executors, Function<Executor, Map<Stage.Key, ? extends Number>> waited) {
    Map<Stage.Key, Map<Integer, Double>> all = new HashMap<>();
    for (int i = 0; i < executors.size(); i++) {
      int index = i;
      waited
          .apply(executors.get(i))
          .forEach(
              (stage, millis) ->
                  all.computeIfAbsent(stage, key -> new HashMap<>())
                      .put(index, millis.doubleValue()));
    }
    return all;
  }

  private static Map<Stage.Key, Double> blocked(Executor executor) {
    return executor.blocked().stream()
        .collect(
            Collectors.groupingBy(
                BlockedTasks::stage, Collectors.summingDouble(BlockedTasks::millis)));
  }

  /** Milliseconds of the application. */
  public long millis() {
    return application.span().millis();
  }
}
