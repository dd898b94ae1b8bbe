package dev.uncork.spark.ui;

import dev.uncork.spark.event.StageShare;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all executors met in one stage.
 *
 * @param sum over them
 * @param executors what each met, by its id
 */
public record StageOfExecutors(
    int stageId, int attemptId, StageShare sum, Map<String, StageShare> executors) {

  static StageOfExecutors of(String executor, StageShare share) {
    return new StageOfExecutors(
        share.stageId, share.attemptId, share, new TreeMap<>(Map.of(executor, share)));
  }

  StageOfExecutors plus(StageOfExecutors other) {
    Map<String, StageShare> all = new TreeMap<>(executors);
    other.executors.forEach((id, share) -> all.merge(id, share, StageShare::plus));
    return new StageOfExecutors(stageId, attemptId, sum.plus(other.sum), all);
  }
}
