package dev.uncork.spark.event;

import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;

/** How many cores an executor used over an interval, and where its tasks ran. */
public final class ExecutorUsageEvent implements SparkListenerEvent {
  public String executorId = "";

  /** End of the interval, since the epoch. */
  public long timeMillis;

  public long intervalMillis;

  /** CPU time of all its threads. */
  public long cpuMillis;

  /** Of it, that of the threads that collect garbage. */
  public long collectorsMillis;

  /** CPU time of the processes that it has started: its Python workers. */
  public long childrenMillis;

  /** CPU time of all processes of its machine; 0 where unknown. */
  public long machineMillis;

  /** How many tasks it runs at a time; 0 where unknown. */
  public int cores;

  /**
   * For each thread that ran tasks: its id, a colon, and the CPU at each of some ten samples, none
   * where it ran no task.
   */
  public List<String> threads = List.of();
}
