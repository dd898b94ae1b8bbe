package dev.uncork.sparkledger.price;

import dev.uncork.sparkledger.ledger.StageTasks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Tasks that wait for one executor each, by stage. */
final class PinnedTasks {
  private final int executors;
  private final Map<Integer, List<Queue<Integer>>> waiting = new HashMap<>();

  PinnedTasks(int executors) {
    this.executors = executors;
  }

  /** All tasks of a stage; one whose executor is not there goes to the first. */
  void add(int stage, StageTasks tasks) {
    List<Queue<Integer>> queues = new ArrayList<>();
    for (int i = 0; i < executors; i++) {
      queues.add(new ArrayDeque<>());
    }
    for (int task = 0; task < tasks.count(); task++) {
      queues.get(Math.max(0, tasks.executor(task)) % executors).add(task);
    }
    waiting.put(stage, queues);
  }

  /** The next for an executor; -1 if there is none. */
  int next(int stage, int executor) {
    Integer task = waiting.getOrDefault(stage, List.of()).get(executor).poll();
    return task == null ? -1 : task;
  }
}
