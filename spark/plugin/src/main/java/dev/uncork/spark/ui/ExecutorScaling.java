package dev.uncork.spark.ui;

import dev.uncork.spark.event.ExecutorPlacedEvent;
import dev.uncork.spark.event.ExecutorProfileEvent;
import dev.uncork.spark.event.ExecutorShuffleEvent;
import dev.uncork.spark.event.ExecutorUsageEvent;
import dev.uncork.spark.event.StageShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.util.kvstore.KVIndex;

/**
 * What is known of one executor, as it lies in Spark's store. Replaced at each event, never
 * changed; public fields, since the store of the history server may write it to disk.
 */
public final class ExecutorScaling {
  private static final int MAX_USAGES = 400;
  private static final int MAX_STAGES = 1000;

  @KVIndex public String executorId = "";

  public ExecutorPlacedEvent placed = new ExecutorPlacedEvent();

  /** In order of time; of a long application, every other early one is left out. */
  public List<ExecutorUsageEvent> usages = List.of();

  public ExecutorProfileEvent profile = new ExecutorProfileEvent();

  /** What its shuffles moved, from its start. */
  public ExecutorShuffleEvent shuffle = new ExecutorShuffleEvent();

  /** What it did for each stage, from its start; of many stages those that took most time. */
  public List<StageShare> stages = List.of();

  /** Whether it ended before the application did. */
  public boolean gone;

  private ExecutorScaling copy() {
    ExecutorScaling copy = new ExecutorScaling();
    copy.executorId = executorId;
    copy.placed = placed;
    copy.usages = usages;
    copy.profile = profile;
    copy.stages = stages;
    copy.shuffle = shuffle;
    copy.gone = gone;
    return copy;
  }

  ExecutorScaling ended() {
    ExecutorScaling next = copy();
    next.gone = true;
    return next;
  }

  ExecutorScaling with(ExecutorPlacedEvent event) {
    ExecutorScaling next = copy();
    next.placed = event;
    return next;
  }

  ExecutorScaling with(ExecutorProfileEvent event) {
    ExecutorScaling next = copy();
    next.profile = event;
    next.stages = merged(stages, event.stages);
    return next;
  }

  ExecutorScaling with(ExecutorShuffleEvent event) {
    ExecutorScaling next = copy();
    next.shuffle = event;
    return next;
  }

  private static List<StageShare> merged(List<StageShare> before, List<StageShare> more) {
    Map<String, StageShare> all = new LinkedHashMap<>();
    before.forEach(stage -> all.put(stage.key(), stage));
    more.forEach(stage -> all.merge(stage.key(), stage, StageShare::plus));
    return all.values().stream()
        .sorted(Comparator.comparingLong((StageShare stage) -> stage.taskMillis).reversed())
        .limit(MAX_STAGES)
        .toList();
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

  /** Cores used on average, from its start, by its Python workers too. */
  double coresUsed() {
    long cpu = 0;
    long time = 0;
    for (ExecutorUsageEvent usage : usages) {
      cpu += usage.cpuMillis + usage.childrenMillis;
      time += usage.intervalMillis;
    }
    return time == 0 ? 0 : (double) cpu / time;
  }
}
