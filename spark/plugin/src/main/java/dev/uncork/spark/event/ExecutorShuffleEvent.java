package dev.uncork.spark.event;

import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;

/** What the shuffles of an executor have moved since its start, where Uncork's manager is used. */
public final class ExecutorShuffleEvent implements SparkListenerEvent {
  public String executorId = "";

  /** Since the epoch. */
  public long timeMillis;

  /** Map outputs, in memory and in files. */
  public long writtenBytes;

  /** What of that found no memory and went to files. */
  public long spilledBytes;

  /** With RDMA devices, ever made. */
  public long registrations;

  /** Memory that is registered now. */
  public long registeredBytes;

  /** Those that were used. */
  public List<ShuffleRoute> routes = List.of();

  /** Blocks that came by another route than wanted. */
  public long fallbacks() {
    return routes.stream().filter(route -> route.instead).mapToLong(route -> route.blocks).sum();
  }
}
