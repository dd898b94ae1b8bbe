package dev.uncork.concurrent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The open workers of a {@link ChunkedWorklist}; used under its lock. */
final class Crew<E> {
  static final int REAP_MILLIS = 50;
  static final long REAP_NANOS = TimeUnit.MILLISECONDS.toNanos(REAP_MILLIS);

  private final List<ChunkedWorklist.Worker<E>> workers = new ArrayList<>();

  /** When workers of dead threads were last looked for. */
  private long reapedNanos = System.nanoTime();

  void add(ChunkedWorklist.Worker<E> worker) {
    workers.add(worker);
  }

  boolean contains(ChunkedWorklist.Worker<E> worker) {
    return workers.contains(worker);
  }

  void remove(ChunkedWorklist.Worker<E> worker) {
    workers.remove(worker);
  }

  int size() {
    return workers.size();
  }

  /** Takes up to max of another worker's units, at most half of what it has; returns how many. */
  int steal(ChunkedWorklist.Worker<E> thief, @Nullable Object[] target, int max) {
    int count = workers.size();
    int start = count == 0 ? 0 : Math.floorMod(thief.victim++, count);
    for (int i = 0; i < count; i++) {
      ChunkedWorklist.Worker<E> victim = workers.get((start + i) % count);
      int taken = victim == thief ? 0 : victim.ring.pollInto(target, max, true);
      if (taken > 0) {
        return taken;
      }
    }
    return 0;
  }

  boolean hasUnits() {
    for (ChunkedWorklist.Worker<E> worker : workers) {
      if (worker.ring.size() > 0) {
        return true;
      }
    }
    return false;
  }

  long units() {
    long total = 0;
    for (ChunkedWorklist.Worker<E> worker : workers) {
      total += worker.ring.size();
    }
    return total;
  }

  /** Copies of all units; only while no worker puts or takes. */
  @Nullable Object[] copyUnits() {
    List<@Nullable Object> all = new ArrayList<>();
    for (ChunkedWorklist.Worker<E> worker : workers) {
      @Nullable Object[] units = new Object[worker.ring.capacity()];
      int count = worker.ring.copyInto(units);
      all.addAll(Arrays.asList(units).subList(0, count));
    }
    return all.toArray();
  }

  /** Workers that no thread has used yet: they have no unit and are in the midst of none. */
  int unused() {
    int count = 0;
    for (ChunkedWorklist.Worker<E> worker : workers) {
      count += worker.owner == null ? 1 : 0;
    }
    return count;
  }

  boolean hasWorkerOf(Thread thread) {
    for (ChunkedWorklist.Worker<E> worker : workers) {
      if (worker.owner == thread) {
        return true;
      }
    }
    return false;
  }

  /**
   * Workers whose threads have died, looked for once in a while: by the clock, since interrupts may
   * end every wait early.
   */
  List<ChunkedWorklist.Worker<E>> dead() {
    long now = System.nanoTime();
    if (now - reapedNanos < REAP_NANOS) {
      return List.of();
    }
    reapedNanos = now;
    List<ChunkedWorklist.Worker<E>> dead = new ArrayList<>();
    for (ChunkedWorklist.Worker<E> worker : workers) {
      Thread owner = worker.owner;
      if (owner != null && !owner.isAlive()) {
        dead.add(worker);
      }
    }
    return dead;
  }
}
