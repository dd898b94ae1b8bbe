package dev.uncork.sparkledger.finding;

import java.util.Locale;

/** What holds an application back, or that nothing does. */
public enum SparkKind {
  HEALTHY,
  STRAGGLER,
  SKEW,
  DRIVER_CODE,
  COLLECT,
  PLANNING,
  BROADCAST,
  COMMIT,
  LISTING,
  TINY_TASKS,
  FEW_PARTITIONS,
  PYTHON,
  CONTENDED_LOCK,
  TASK_WAIT,
  FETCH_WAIT,
  SHUFFLE_WRITE,
  SPILL,
  GC,
  DRIVER_GC,
  FAILED_TASKS,
  SPECULATION,
  SLOW_NODE,
  CROSS_JOIN,
  RECOMPUTED,
  SCHEMA_INFERENCE,
  SMALL_FILES,
  UNBALANCED_EXECUTORS,
  WAITING_FOR_EXECUTORS,
  DESERIALIZATION,
  MACHINE_BUSY,
  TOO_SHORT,
  UNKNOWN;

  /** Its name in JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
