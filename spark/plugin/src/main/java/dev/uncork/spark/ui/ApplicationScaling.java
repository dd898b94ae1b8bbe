package dev.uncork.spark.ui;

import dev.uncork.spark.event.ExecutorShuffleEvent;
import dev.uncork.spark.event.HotLock;
import dev.uncork.spark.event.StageShare;
import dev.uncork.spark.numa.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.util.kvstore.KVStore;
import org.apache.spark.util.kvstore.KVStoreIterator;

/**
 * What the tab shows of an application, and its JSON.
 *
 * @param coresGiven tasks that all executors run at a time, without those that are gone
 * @param coresUsed cores that these used on average, each from its start
 * @param locks that cost at least one percent of the slots' time, the one that cost most first
 * @param stages the latest one first
 * @param remedies what to do, the most promising first
 */
public record ApplicationScaling(
    List<ExecutorScaling> executors,
    int coresGiven,
    double coresUsed,
    List<LockOfExecutors> locks,
    List<StageOfExecutors> stages,
    List<String> remedies) {
  private static final Set<String> NOTHING_TO_DO = Set.of("healthy", "unknown");
  private static final int LOCKS_SHOWN = 20;
  private static final double LEAST_LOCK_SHARE = 0.01;

  /**
   * A lock of one name and site in all executors.
   *
   * @param executors in how many it blocked
   * @param share of their slots' time while it was recorded, 0 to 1
   */
  public record LockOfExecutors(HotLock lock, int executors, double share) {}

  /** Reads it from Spark's store. */
  static ApplicationScaling read(KVStore store) throws Exception {
    List<ExecutorScaling> executors = new ArrayList<>();
    try (KVStoreIterator<ExecutorScaling> all =
        store.view(ExecutorScaling.class).closeableIterator()) {
      all.forEachRemaining(executors::add);
    }
    executors.sort(
        Comparator.comparingInt((ExecutorScaling one) -> one.executorId.length())
            .thenComparing(one -> one.executorId));
    List<ExecutorScaling> present = present(executors);
    int given = present.stream().mapToInt(ExecutorScaling::cores).sum();
    double used = present.stream().mapToDouble(ExecutorScaling::coresUsed).sum();
    return new ApplicationScaling(
        executors,
        given,
        used,
        locks(executors),
        stages(executors),
        remedies(executors, Neighbours.of(store, executors)));
  }

  /** Those that are not gone; all where all are. */
  static List<ExecutorScaling> present(List<ExecutorScaling> executors) {
    List<ExecutorScaling> present = executors.stream().filter(one -> !one.gone).toList();
    return present.isEmpty() ? executors : present;
  }

  private static List<StageOfExecutors> stages(List<ExecutorScaling> executors) {
    Map<String, StageOfExecutors> stages = new LinkedHashMap<>();
    for (ExecutorScaling executor : executors) {
      for (StageShare share : executor.stages) {
        stages.merge(
            share.key(), StageOfExecutors.of(executor.executorId, share), StageOfExecutors::plus);
      }
    }
    return stages.values().stream()
        .sorted(
            Comparator.comparingInt(StageOfExecutors::stageId)
                .thenComparing(StageOfExecutors::attemptId)
                .reversed())
        .toList();
  }

  /** What each executor's shuffles moved, where Uncork's shuffle manager is used. */
  List<ExecutorShuffleEvent> shuffles() {
    return executors.stream()
        .map(executor -> executor.shuffle)
        .filter(shuffle -> shuffle.timeMillis > 0)
        .toList();
  }

  private static List<LockOfExecutors> locks(List<ExecutorScaling> executors) {
    Map<String, HotLock> locks = new LinkedHashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    double slotNanos = 0;
    for (ExecutorScaling executor : executors) {
      slotNanos += executor.profile.recordedMillis * 1e6 * Math.max(1, executor.cores());
      for (HotLock lock : executor.profile.locks) {
        locks.merge(lock.key(), lock, HotLock::plus);
        counts.merge(lock.key(), 1, Integer::sum);
      }
    }
    double all = Math.max(1, slotNanos);
    return locks.values().stream()
        .map(
            lock ->
                new LockOfExecutors(
                    lock, counts.getOrDefault(lock.key(), 1), Math.min(1, lock.totalNanos / all)))
        .filter(one -> one.share() >= LEAST_LOCK_SHARE)
        .sorted(Comparator.comparingLong((LockOfExecutors one) -> one.lock().totalNanos).reversed())
        .limit(LOCKS_SHOWN)
        .toList();
  }

  private static List<String> remedies(List<ExecutorScaling> executors, List<String> neighbours) {
    List<String> remedies = new ArrayList<>();
    Map<String, TreeSet<String>> verdicts = new LinkedHashMap<>();
    boolean severalNodes = false;
    for (ExecutorScaling executor : executors) {
      if (!executor.profile.verdict.isEmpty()
          && !NOTHING_TO_DO.contains(executor.profile.verdictKind)) {
        verdicts
            .computeIfAbsent(executor.profile.verdict, text -> new TreeSet<>())
            .add(executor.executorId);
      }
      severalNodes |=
          executor.placed.nodes.isEmpty()
              && Topology.parse(executor.placed.topology).cpusOfNode().size() > 1;
    }
    verdicts.forEach(
        (text, ids) -> remedies.add("Executor " + String.join(", ", ids) + ": " + text));
    remedies.addAll(neighbours);
    if (severalNodes) {
      remedies.add(
          "Executors run across NUMA nodes: fewer cores per executor than a node has CPUs, with"
              + " spark.uncork.numa=auto, keeps each on one node");
    }
    return remedies;
  }
}
