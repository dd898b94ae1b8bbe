package dev.uncork.spark.event;

import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;

/** What the recordings of an executor say, from its start where nothing else is said. */
public final class ExecutorProfileEvent implements SparkListenerEvent {
  public String executorId = "";

  public long timeMillis;

  /** How long it was recorded. */
  public long recordedMillis;

  /** What kept it from its cores in the last recording: a kind as in the report's JSON. */
  public String verdictKind = "";

  /** The same in one sentence. */
  public String verdict = "";

  /** Time that blocked acquires took, all locks together. */
  public long blockedNanos;

  /** The locks that cost most. */
  public List<HotLock> locks = List.of();

  /** Stages whose tasks ended since the last such event: what happened since then only. */
  public List<StageShare> stages = List.of();
}
