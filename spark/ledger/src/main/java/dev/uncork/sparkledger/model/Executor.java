package dev.uncork.sparkledger.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An executor while it was part of the application.
 *
 * @param slots tasks that it runs at a time: its cores divided by {@code spark.task.cpus}
 * @param removedBecause Spark's reason, where it went before the application's end
 * @param peaks the largest value of each of Spark's executor metrics, such as {@code
 *     JVMHeapMemory}: sizes in bytes, {@code …GCTime} in milliseconds since its start, {@code
 *     …GCCount}; without those that were always zero, and empty where the events have none
 * @param blocked what its tasks were blocked at
 * @param waits what else they waited for
 * @param queuedMillis in which its tasks of a stage were ready to run and had no core; only the
 *     plugin tells
 * @param used how much CPU; only the plugin tells
 * @param excluded when Spark gave it no tasks, since some had failed on it or its host
 */
public record Executor(
    String id,
    String host,
    int slots,
    Span span,
    Optional<String> removedBecause,
    Map<String, Long> peaks,
    List<BlockedTasks> blocked,
    List<WaitingTasks> waits,
    Map<Stage.Key, Long> queuedMillis,
    Optional<Used> used,
    List<Exclusion> excluded) {

  /**
   * Cores that were used on average.
   *
   * @param own by the executor itself
   * @param collectors of these, by its threads that collect garbage; 0 where unknown
   * @param children by processes which it has started, its Python workers
   * @param machine by all processes of its machine; 0 where unknown
   */
  public record Used(double own, double collectors, double children, double machine) {}

  /**
   * A time in which an executor gets no tasks.
   *
   * @param stage of which alone it gets none; empty for all
   */
  public record Exclusion(Span span, OptionalInt stage) {}
}
