package dev.uncork.spark.event;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What one executor did for one stage, and what it met there. */
public final class StageShare {
  private static final int LOCKS_KEPT = 5;
  private static final int WAITS_KEPT = 5;

  public int stageId;

  /** As in Spark's own JSON. */
  public int attemptId;

  /** Tasks that ended. */
  public long tasks;

  /** From their starts to their ends, together. */
  public long taskMillis;

  /** Page faults of their threads that were served from memory. */
  public long minorFaults;

  /** Page faults of their threads that were served from a disk. */
  public long majorFaults;

  /** In which their threads were ready to run and had no core. */
  public long queuedNanos;

  /** How often a thread was seen on another CPU than a moment before, ten times a second. */
  public long cpuChanges;

  /** How often that was a CPU of another NUMA node. */
  public long nodeChanges;

  /** How often a thread was seen on each NUMA node. */
  public Map<Integer, Long> seenOnNode = new TreeMap<>();

  /**
   * Acquires that blocked while tasks of the stage ran, and their time; where tasks of several
   * stages ran in the same second, in proportion to these.
   */
  public double blocked;

  public double blockedNanos;

  /** The locks that cost most of that. */
  public List<HotLock> locks = new ArrayList<>();

  /**
   * What its tasks waited for longest off the CPU, locks aside; divided among stages like these.
   */
  public List<TaskWait> waits = new ArrayList<>();

  /** What tells one from others of the executor. */
  public String key() {
    return stageId + "." + attemptId;
  }

  /** Both together. */
  public StageShare plus(StageShare other) {
    StageShare sum = new StageShare();
    sum.stageId = stageId;
    sum.attemptId = attemptId;
    sum.tasks = tasks + other.tasks;
    sum.taskMillis = taskMillis + other.taskMillis;
    sum.minorFaults = minorFaults + other.minorFaults;
    sum.majorFaults = majorFaults + other.majorFaults;
    sum.queuedNanos = queuedNanos + other.queuedNanos;
    sum.cpuChanges = cpuChanges + other.cpuChanges;
    sum.nodeChanges = nodeChanges + other.nodeChanges;
    sum.seenOnNode.putAll(seenOnNode);
    other.seenOnNode.forEach((node, count) -> sum.seenOnNode.merge(node, count, Long::sum));
    sum.blocked = blocked + other.blocked;
    sum.blockedNanos = blockedNanos + other.blockedNanos;
    Map<String, HotLock> merged = new LinkedHashMap<>();
    locks.forEach(lock -> merged.merge(lock.key(), lock, HotLock::plus));
    other.locks.forEach(lock -> merged.merge(lock.key(), lock, HotLock::plus));
    sum.locks = hottest(merged.values().stream().toList());
    sum.waits = longest(Stream.concat(waits.stream(), other.waits.stream()).toList());
    return sum;
  }

  /** All of them, those of one stage together. */
  public static List<StageShare> joined(List<StageShare> some, List<StageShare> more) {
    Map<String, StageShare> merged = new LinkedHashMap<>();
    some.forEach(stage -> merged.merge(stage.key(), stage, StageShare::plus));
    more.forEach(stage -> merged.merge(stage.key(), stage, StageShare::plus));
    return List.copyOf(merged.values());
  }

  /** The few that cost most. */
  public static List<HotLock> hottest(List<HotLock> locks) {
    return new ArrayList<>(
        locks.stream()
            .sorted(Comparator.comparingLong((HotLock lock) -> lock.totalNanos).reversed())
            .limit(LOCKS_KEPT)
            .toList());
  }

  /** The few that took longest, those of one place together. */
  public static List<TaskWait> longest(List<TaskWait> waits) {
    Map<String, TaskWait> merged = new LinkedHashMap<>();
    waits.forEach(wait -> merged.merge(wait.key(), wait, TaskWait::plus));
    return new ArrayList<>(
        merged.values().stream()
            .sorted(Comparator.comparingLong((TaskWait wait) -> wait.nanos).reversed())
            .limit(WAITS_KEPT)
            .toList());
  }
}
