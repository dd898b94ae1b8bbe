package dev.uncork.spark.event;

import org.apache.spark.scheduler.SparkListenerEvent;

/** How much CPU time the driver has used since the plugin was started in it. */
public final class DriverUsageEvent implements SparkListenerEvent {
  /** The machine's boot id: the same for executors of that machine. */
  public String host = "";

  /** How long that is. */
  public long upMillis;

  /** CPU time of all its threads. */
  public long cpuMillis;

  /** CPU time of the processes that it has started, such as a Python program. */
  public long childrenMillis;
}
