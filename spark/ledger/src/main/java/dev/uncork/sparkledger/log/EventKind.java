package dev.uncork.sparkledger.log;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events that tell of an application, and what of them isn't worth the reading. */
enum EventKind {
  LOG_START("SparkListenerLogStart"),
  APPLICATION_START("SparkListenerApplicationStart"),
  APPLICATION_END("SparkListenerApplicationEnd"),
  ENVIRONMENT(
      "SparkListenerEnvironmentUpdate",
      "System Properties",
      "Classpath Entries",
      "Hadoop Properties",
      "Metrics Properties"),
  RESOURCE_PROFILE("SparkListenerResourceProfileAdded"),
  BLOCK_MANAGER("SparkListenerBlockManagerAdded"),
  EXECUTOR_ADDED("SparkListenerExecutorAdded", "Log Urls", "Attributes"),
  EXECUTOR_REMOVED("SparkListenerExecutorRemoved"),
  EXECUTOR_EXCLUDED("SparkListenerExecutorExcluded"),
  EXECUTOR_UNEXCLUDED("SparkListenerExecutorUnexcluded"),
  EXECUTOR_EXCLUDED_FOR_STAGE("SparkListenerExecutorExcludedForStage"),
  NODE_EXCLUDED("SparkListenerNodeExcluded"),
  NODE_UNEXCLUDED("SparkListenerNodeUnexcluded"),
  NODE_EXCLUDED_FOR_STAGE("SparkListenerNodeExcludedForStage"),
  EXECUTOR_METRICS("SparkListenerExecutorMetricsUpdate", "Metrics Updated"),
  STAGE_EXECUTOR_METRICS("SparkListenerStageExecutorMetrics"),
  JOB_START("SparkListenerJobStart", "RDD Info", "Accumulables", "Storage Level"),
  JOB_END("SparkListenerJobEnd", "Stack Trace"),
  STAGE_SUBMITTED("SparkListenerStageSubmitted", "Properties", "Accumulables"),
  STAGE_COMPLETED("SparkListenerStageCompleted", "Accumulables"),
  TASK_START("SparkListenerTaskStart", "Accumulables"),
  TASK_END(
      "SparkListenerTaskEnd",
      "Stack Trace",
      "Accumulator Updates",
      "Updated Blocks",
      "Push Based Shuffle"),
  QUERY_START("SparkListenerSQLExecutionStart", "physicalPlanDescription", "metadata"),
  QUERY_PLAN("SparkListenerSQLAdaptiveExecutionUpdate", "physicalPlanDescription", "metadata"),
  QUERY_DRIVER_METRICS("SparkListenerDriverAccumUpdates"),
  QUERY_END("SparkListenerSQLExecutionEnd"),
  STREAM_START("StreamingQueryListener$QueryStartedEvent"),
  STREAM_END("StreamingQueryListener$QueryTerminatedEvent", "exception"),
  /** Of Spark's SQL server. */
  SERVER_SESSION("SparkListenerThriftServerSessionCreated"),
  CONNECT_SESSION("SparkListenerConnectSessionStarted"),
  /** Of our plugin, as the next. */
  DRIVER_GAP("DriverGapEvent"),
  EXECUTOR_PROFILE("ExecutorProfileEvent", "costs", "seenOnNode"),
  EXECUTOR_USAGE("ExecutorUsageEvent", "threads"),
  /** Tells nothing that is needed here. */
  IGNORED(""),
  /** Of nobody that is known here. */
  UNKNOWN("");

  /** Of all that Spark 3.3 to 4.3 write, those that are not named above. */
  private static final Set<String> OTHERS =
      Set.of(
          "SparkListenerTaskGettingResult",
          "SparkListenerSpeculativeTaskSubmitted",
          "SparkListenerUnpersistRDD",
          "SparkListenerBlockUpdated",
          "SparkListenerBlockManagerRemoved",
          "SparkListenerUnschedulableTaskSetAdded",
          "SparkListenerUnschedulableTaskSetRemoved",
          "SparkListenerMiscellaneousProcessAdded",
          // What these were called before Spark 3.1, which later ones still send beside the new.
          "SparkListenerExecutorBlacklisted",
          "SparkListenerExecutorBlacklistedForStage",
          "SparkListenerExecutorUnblacklisted",
          "SparkListenerNodeBlacklisted",
          "SparkListenerNodeBlacklistedForStage",
          "SparkListenerNodeUnblacklisted");

  private static final String OURS = "dev.uncork.spark.event.";

  private static final Map<String, EventKind> BY_NAME = new HashMap<>();

  static {
    for (EventKind kind : values()) {
      BY_NAME.put(kind.wire, kind);
    }
    OTHERS.forEach(name -> BY_NAME.put(name, IGNORED));
    BY_NAME.put("", UNKNOWN);
  }

  private final String wire;
  private final Set<String> skipped;

  EventKind(String wire, String... skipped) {
    this.wire = wire;
    this.skipped = Set.of(skipped);
  }

  /** The kind of an event by what {@code "Event"} says: a simple name, or one with its package. */
  static EventKind of(String event) {
    int dot = event.lastIndexOf('.');
    @Nullable EventKind kind = BY_NAME.get(event.substring(dot + 1));
    boolean known =
        kind == DRIVER_GAP || kind == EXECUTOR_PROFILE || kind == EXECUTOR_USAGE
            ? event.startsWith(OURS)
            : dot < 0 || event.startsWith("org.apache.spark.");
    if (kind != null && known) {
      return kind;
    }
    boolean ofSparkOrOurs =
        event.startsWith("org.apache.spark.") || event.startsWith("dev.uncork.");
    return ofSparkOrOurs ? IGNORED : UNKNOWN;
  }

  /** Whether the value of a field, wherever it is, is left out. */
  boolean skips(String field) {
    return skipped.contains(field);
  }
}
