package dev.uncork.agent.observe.threads;

import dev.uncork.recording.event.PoolUseEvent;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** The thread pools among whose workers the threads of one snapshot are. */
final class PoolCensus {
  private static final class Seen {
    String threadName = "";
    long threadId = Long.MAX_VALUE;
    int workers;
    int active;

    /** What those are parked for who wait for a task of its queue; null before somebody asked. */
    @Nullable Set<Object> awaited;
  }

  private final ExecutorPools executors = new ExecutorPools();
  private final ForkJoinPools forkJoins = new ForkJoinPools();
  private final Map<Object, Seen> pools = new IdentityHashMap<>();

  /** Adds a thread; gives the identity hash code of its pool, or 0. */
  int add(WatchedThread watched) {
    Object pool = forkJoins.poolOf(watched.thread);
    boolean active = false;
    if (pool == null) {
      Object worker = executors.workerOf(watched);
      pool = worker == null ? null : executors.poolOf(worker);
      active = worker != null && executors.isActive(worker);
    }
    if (pool == null) {
      return 0;
    }
    Seen seen = pools.computeIfAbsent(pool, p -> new Seen());
    seen.workers++;
    seen.active += active ? 1 : 0;
    if (watched.id < seen.threadId) {
      seen.threadId = watched.id;
      seen.threadName = watched.thread.getName();
    }
    return System.identityHashCode(pool);
  }

  /**
   * Whether a thread waits for a task that is still in the queue of its own pool.
   *
   * @param parkedFor what it is parked for; null where it isn't
   */
  boolean waitsForOwnQueue(WatchedThread watched, @Nullable Object parkedFor) {
    Object worker = parkedFor == null ? null : executors.workerOf(watched);
    Object pool = worker == null ? null : executors.poolOf(worker);
    if (pool == null || parkedFor == null) {
      return false;
    }
    Seen seen = pools.computeIfAbsent(pool, p -> new Seen());
    Set<Object> awaited = seen.awaited;
    if (awaited == null) {
      awaited = executors.awaited(pool);
      seen.awaited = awaited;
    }
    return awaited.contains(parkedFor);
  }

  /** Tells of the pools, and forgets them. */
  void emit(long snapshot) {
    pools.forEach((pool, seen) -> emit(snapshot, pool, seen));
    pools.clear();
  }

  private void emit(long snapshot, Object pool, Seen seen) {
    PoolUseEvent event = new PoolUseEvent();
    event.snapshot = snapshot;
    event.pool = System.identityHashCode(pool);
    event.poolClass = pool.getClass().getName();
    event.threadName = seen.threadName;
    if (pool instanceof ForkJoinPool) {
      forkJoins.describe(pool, event);
    } else {
      executors.describe(pool, event);
      event.active = Math.round((float) seen.active * event.threads / seen.workers);
    }
    event.commit();
  }
}
