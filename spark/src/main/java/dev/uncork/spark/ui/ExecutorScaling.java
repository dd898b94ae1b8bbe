package dev.uncork.spark.ui;

import dev.uncork.spark.event.ExecutorPlacedEvent;
import dev.uncork.spark.event.ExecutorProfileEvent;
import dev.uncork.spark.event.ExecutorUsageEvent;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * What is known of one executor, as it lies in Spark's store. Replaced at each event, never
 * changed; public fields, since the store of the history server may write it to disk.
 */
public final class ExecutorScaling {
  private static final int MAX_USAGES = 400;

  @KVIndex public String executorId = "";

  public ExecutorPlacedEvent placed = new ExecutorPlacedEvent();

  /** In order of time; of a long application, every other early one is left out. */
  public List<ExecutorUsageEvent> usages = List.of();

  public ExecutorProfileEvent profile = new ExecutorProfileEvent();

  private ExecutorScaling copy() {
    ExecutorScaling copy = new ExecutorScaling();
    copy.executorId = executorId;
    copy.placed = placed;
    copy.usages = usages;
    copy.profile = profile;
    return copy;
  }

  ExecutorScaling with(ExecutorPlacedEvent event) {
    ExecutorScaling next = copy();
    next.placed = event;
    return next;
  }

  ExecutorScaling with(ExecutorProfileEvent event) {
    ExecutorScaling next = copy();
    next.profile = event;
    return next;
  }

  ExecutorScaling with(ExecutorUsageEvent event) {
    List<ExecutorUsageEvent> all = new ArrayList<>(usages);
    all.add(event);
    ExecutorScaling next = copy();
    next.usages = all.size() > MAX_USAGES ? thinned(all) : all;
    return next;
  }

  private static List<ExecutorUsageEvent> thinned(List<ExecutorUsageEvent> all) {
    List<ExecutorUsageEvent> kept = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (i % 2 == 0 || i >= all.size() / 2) {
        kept.add(all.get(i));
      }
    }
    return kept;
  }

  /** Tasks that it runs at a time; 0 where unknown. */
  int cores() {
    int cores = placed.cores;
    for (ExecutorUsageEvent usage : usages) {
      cores = Math.max(cores, usage.cores);
    }
    return cores;
  }

  /** Cores used on average, from its start. */
  double coresUsed() {
    long cpu = 0;
    long time = 0;
    for (ExecutorUsageEvent usage : usages) {
      cpu += usage.cpuMillis;
      time += usage.intervalMillis;
    }
    return time == 0 ? 0 : (double) cpu / time;
  }
}
