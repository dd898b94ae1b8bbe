package dev.uncork.spark.event;

import org.apache.spark.scheduler.SparkListenerEvent;

/** Where an executor is bound, or why it isn't. */
public final class ExecutorPlacedEvent implements SparkListenerEvent {
  public String executorId = "";

  /** The machine's boot id: the same for all executors of one machine. */
  public String host = "";

  /** NUMA nodes such as {@code 0-1}; empty for an executor that isn't bound. */
  public String nodes = "";

  /** The CPUs that it is bound to. */
  public String cpus = "";

  /** The nodes that it might use, each with its CPUs there: {@code 0:0-7;1:8-15}. */
  public String topology = "";

  /** Why it isn't bound, or what came of its pages. */
  public String remark = "";

  /** How many tasks it runs at a time; 0 where unknown. */
  public int cores;
}
