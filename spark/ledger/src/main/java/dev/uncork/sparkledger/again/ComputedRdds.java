package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.log.UserFrames;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Rdd;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which RDDs stages compute: all that they go through as far as those that are to be kept. */
final class ComputedRdds {
  /** Of the rows in its files; other numbers are as good as the same. */
  private static final double ALL = 0.9;

  private final Map<List<Object>, Rdd> sorts = new HashMap<>();
  private final Map<Rdd, List<StageTasks>> users = new LinkedHashMap<>();
  private final Map<Rdd, List<StageTasks>> keepers = new LinkedHashMap<>();

  /**
   * An RDD that several stages go through, all of its partitions.
   *
   * @param stages in the order of their starts
   */
  record Use(Rdd rdd, List<StageTasks> stages) {
    Stage last() {
      return stages.get(stages.size() - 1).stage();
    }

    /** The line that made it. */
    CallSite made() {
      return new CallSite(UserFrames.readable(rdd.made(), last().callSite().stack()), "");
    }
  }

  private final Set<Integer> ofBatches;

  private ComputedRdds(Set<Integer> ofBatches) {
    this.ofBatches = ofBatches;
  }

  /**
   * Of stages.
   *
   * @param ofBatches ids of those that the program's function runs for a batch of a stream: one
   *     line makes all that it is given
   */
  static ComputedRdds of(List<StageTasks> stages, Set<Integer> ofBatches) {
    ComputedRdds computed = new ComputedRdds(ofBatches);
    Set<Integer> seen = new HashSet<>();
    for (StageTasks tasks : stages) {
      if (tasks.succeededCount() > 0 && seen.add(tasks.stage().key().id())) {
        computed.add(tasks);
      }
    }
    return computed;
  }

  private void add(StageTasks tasks) {
    Stage stage = tasks.stage();
    Map<Integer, Rdd> own = new HashMap<>();
    stage.rdds().forEach(rdd -> own.put(rdd.id(), rdd));
    Deque<Rdd> open = new ArrayDeque<>(stage.rdds().stream().limit(1).toList());
    Set<Integer> reached = new HashSet<>();
    while (!open.isEmpty()) {
      Rdd rdd = open.pop();
      if (!reached.add(rdd.id())) {
        continue;
      }
      // What is to be kept was worth it to the program, though a query makes it all in one line.
      boolean ofBatch = ofBatches.contains(stage.key().id()) && !rdd.parents().isEmpty();
      if (rdd.partitions() == stage.taskCount() && (rdd.kept() || ofBatch || !isSource(rdd, own))) {
        Map<Rdd, List<StageTasks>> of = rdd.kept() ? keepers : users;
        of.computeIfAbsent(known(rdd), unused -> new ArrayList<>()).add(tasks);
      }
      if (rdd.kept()) {
        continue;
      }
      for (int id : rdd.parents()) {
        @Nullable Rdd parent = own.get(id);
        if (parent != null) {
          open.push(parent);
        }
      }
    }
  }

  /**
   * That which is the same: Python's functions are one RDD with those before them, and a sort
   * counts its input, then samples it, then sorts it.
   */
  private Rdd known(Rdd rdd) {
    return CallSite.isPythonSort(rdd.made())
        ? sorts.computeIfAbsent(List.of(rdd.made(), rdd.parents()), unused -> rdd)
        : rdd;
  }

  /** Whether it only hands on what one line reads, such as that of {@code textFile}. */
  private static boolean isSource(Rdd rdd, Map<Integer, Rdd> own) {
    return rdd.parents().isEmpty()
        || rdd.parents().stream()
            .allMatch(
                id -> {
                  @Nullable Rdd parent = own.get(id);
                  return parent != null
                      && parent.made().equals(rdd.made())
                      && isSource(parent, own);
                });
  }

  /** Those that nothing keeps; of those that the same stages compute the last. */
  List<Use> again() {
    Map<List<Stage.Key>, Use> last = new LinkedHashMap<>();
    for (Use use : uses()) {
      List<Stage.Key> keys = use.stages().stream().map(tasks -> tasks.stage().key()).toList();
      last.merge(keys, use, (a, b) -> a.rdd().id() > b.rdd().id() ? a : b);
    }
    return List.copyOf(last.values());
  }

  /** Those that the program wants kept. */
  List<Use> kept() {
    return keepers.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(entry -> new Use(entry.getKey(), List.copyOf(entry.getValue())))
        .toList();
  }

  private List<Use> uses() {
    return users.entrySet().stream()
        .map(entry -> new Use(entry.getKey(), whole(entry.getValue())))
        .filter(use -> use.stages().size() > 1)
        .toList();
  }

  /** Without those that read less than most: who wants to see a few rows stops when it has them. */
  private static List<StageTasks> whole(List<StageTasks> stages) {
    long usual =
        stages.stream()
            .mapToLong(ComputedRdds::rowsRead)
            .sorted()
            .skip((stages.size() - 1) / 2)
            .findFirst()
            .orElse(0);
    return stages.stream().filter(tasks -> rowsRead(tasks) >= ALL * usual).toList();
  }

  private static long rowsRead(StageTasks tasks) {
    return tasks.stage().tasks().stream()
        .filter(task -> task.outcome() == Task.Outcome.SUCCEEDED)
        .mapToLong(task -> task.volumes().input().records())
        .sum();
  }
}
