package dev.uncork.protocol;

/** Names of our events; each has a class in {@code recording}, those of Spark in the plugin. */
public final class EventName {
  /** Begins the name of every event of ours. */
  public static final String PREFIX = "uncork.";

  public static final String CAPABILITY = PREFIX + "Capability";
  public static final String CODE_ACCESS = PREFIX + "CodeAccess";
  public static final String COLLECTOR_COST = PREFIX + "CollectorCost";
  public static final String COLLECTOR_INFO = PREFIX + "CollectorInfo";
  public static final String CONTENDED_LOCK = PREFIX + "ContendedLock";
  public static final String CPU_USE = PREFIX + "CpuUse";
  public static final String EXPERIMENT_WINDOW = PREFIX + "ExperimentWindow";
  public static final String LOCK_DEMAND = PREFIX + "LockDemand";
  public static final String LOCK_STACK = PREFIX + "LockStack";
  public static final String POOL_USE = PREFIX + "PoolUse";
  public static final String PROCESS_USE = PREFIX + "ProcessUse";
  public static final String PROGRESS = PREFIX + "Progress";
  public static final String REMEDY = PREFIX + "Remedy";
  public static final String RESERVATION = PREFIX + "Reservation";
  public static final String THREAD_CPU = PREFIX + "ThreadCpu";
  public static final String THREAD_SAMPLE = PREFIX + "ThreadSample";
  public static final String WINDOW_WORK = PREFIX + "WindowWork";
  public static final String SHUFFLE_ROUTE = PREFIX + "ShuffleRoute";
  public static final String SPARK_TASK = PREFIX + "SparkTask";

  private EventName() {}
}
