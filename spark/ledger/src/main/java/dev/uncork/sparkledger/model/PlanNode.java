package dev.uncork.sparkledger.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * An operator of a physical plan.
 *
 * @param name such as {@code SortMergeJoin} or {@code Exchange}
 * @param text Spark's line, such as {@code Exchange hashpartitioning(key#12L, 200)}
 * @param metrics sums of its SQL metrics over all tasks and the driver, by Spark's name for them,
 *     such as {@code number of output rows}; times in milliseconds, whatever Spark counts in
 * @param metricsByStage what the tasks of each stage, by its id, have added to them
 */
public record PlanNode(
    String name,
    String text,
    Map<String, Long> metrics,
    SortedMap<Integer, Map<String, Long>> metricsByStage,
    List<PlanNode> children) {

  /** Ids of the stages whose tasks moved its metrics. */
  public Set<Integer> stages() {
    return metricsByStage.keySet();
  }
}
