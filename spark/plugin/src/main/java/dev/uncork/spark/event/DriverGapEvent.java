package dev.uncork.spark.event;

import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;

/** What the threads of the driver that submit jobs did while no task ran. */
public final class DriverGapEvent implements SparkListenerEvent {
  /** Since the epoch. */
  public long startMillis;

  public long endMillis;

  /** How long the driver collected garbage meanwhile. */
  public long gcMillis;

  /** CPU time of the driver's process meanwhile. */
  public long cpuMillis;

  /** How often it was looked. */
  public int looks;

  /** In how many of these looks a Python program ran by itself: it had called nothing here. */
  public int pythonLooks;

  /** What was seen most often first. */
  public List<DriverStack> stacks = List.of();
}
