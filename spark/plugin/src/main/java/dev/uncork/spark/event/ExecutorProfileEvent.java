package dev.uncork.spark.event;

import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;

/** What the recordings of an executor say, from its start where nothing else is said. */
public final class ExecutorProfileEvent implements SparkListenerEvent {
  public String executorId = "";

  public long timeMillis;

  /** How long it was recorded. */
  public long recordedMillis;

  /** How many tasks it runs at a time; 0 where unknown. */
  public int cores;

  /** What it lost most of its slots' time to: a kind as in the report's JSON. */
  public String verdictKind = "";

  /** The same in one sentence. */
  public String verdict = "";

  /** Of its slots' time, 0 to 1. */
  public double lostShare;

  /** Time that blocked acquires took, all locks together. */
  public long blockedNanos;

  /** The locks that cost most. */
  public List<HotLock> locks = List.of();

  /** What else it lost time to. */
  public List<ExecutorCost> costs = List.of();

  /** Stages whose tasks ended since the last such event: what happened since then only. */
  public List<StageShare> stages = List.of();
}
