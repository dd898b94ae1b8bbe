package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Executor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Executors that run nothing, since when, the longest first. Single-threaded. */
final class IdleExecutors {
  private final List<Executor> executors;
  private final int[] running;
  private final boolean[] there;
  private final Map<Integer, Long> since = new LinkedHashMap<>();

  IdleExecutors(List<Executor> executors) {
    this.executors = executors;
    running = new int[executors.size()];
    there = new boolean[executors.size()];
  }

  void comes(int executor, long at) {
    there[executor] = true;
    if (running[executor] == 0) {
      since.put(executor, at);
    }
  }

  void goes(int executor) {
    there[executor] = false;
    since.remove(executor);
  }

  /** A task begins on an executor; -1 for one that isn't known. */
  void begins(int executor) {
    if (executor >= 0 && running[executor]++ == 0) {
      since.remove(executor);
    }
  }

  void ends(int executor, long at) {
    if (executor >= 0 && --running[executor] == 0 && there[executor]) {
      since.put(executor, at);
    }
  }

  /** Slots of those that have run nothing since then or longer. */
  int slotsSince(long at) {
    int slots = 0;
    for (Map.Entry<Integer, Long> idle : since.entrySet()) {
      if (idle.getValue() > at) {
        break;
      }
      slots += executors.get(idle.getKey()).slots();
    }
    return slots;
  }
}
