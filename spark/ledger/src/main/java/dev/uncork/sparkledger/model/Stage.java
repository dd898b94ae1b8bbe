package dev.uncork.sparkledger.model;

import java.util.List;
import java.util.Optional;

/**
 * An attempt of a stage.
 *
 * @param callSite of its last RDD, or of the query that it belongs to
 * @param operators names of the RDDs' scopes, such as {@code Exchange}, {@code WholeStageCodegen
 *     (2)} or {@code BatchEvalPython}; each once
 * @param rdds that its tasks go through, of its shuffles' ends too: the last first
 * @param parents ids of the stages whose outputs it reads
 * @param taskCount tasks that it has, whether or not the events tell of all
 * @param tasks attempts of tasks, in the order in which they ended; those running at the log's end
 *     last. May be a view that makes each task when asked: go through it once rather than often.
 */
public record Stage(
    Key key,
    CallSite callSite,
    List<String> operators,
    List<Rdd> rdds,
    List<Integer> parents,
    Span span,
    Optional<String> failure,
    int taskCount,
    List<Task> tasks) {

  /** Whether its tasks read files or caches, and no shuffle that brought rows together by a key. */
  public boolean readsInputAlone() {
    boolean input = false;
    for (Task task : tasks) {
      if (task.volumes().shuffleRead().bytes() > 0) {
        return false;
      }
      input |= task.volumes().input().bytes() > 0;
    }
    return input;
  }

  /** A stage and which attempt of it. */
  public record Key(int id, int attempt) {}
}
