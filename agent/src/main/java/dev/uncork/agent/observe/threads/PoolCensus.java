package dev.uncork.agent.observe.threads;

import dev.uncork.protocol.Deadlock;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.event.PoolUseEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
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

    final List<Waiter> waiters = new ArrayList<>();
  }

  /** A thread that waits for a task in the queue of its own pool, without a limit of time. */
  private record Waiter(long threadId, String threadName, int task, List<String> stack) {}

  /** Waiters of a pool that has no other thread, and since when they were seen so. */
  private record Standing(List<Waiter> waiters, long sinceNanos) {}

  private static final long STANDS_NANOS = 1_000_000_000;

  private final ExecutorPools executors = new ExecutorPools();
  private final ForkJoinPools forkJoins = new ForkJoinPools();
  private final TimerQueues timers = new TimerQueues();
  private final Map<Object, Seen> pools = new IdentityHashMap<>();
  private Map<Integer, Standing> standing = Map.of();

  /** Adds a thread; gives the identity hash code of its pool, or 0. */
  int add(WatchedThread watched) {
    Object pool = forkJoins.poolOf(watched.thread);
    boolean active = false;
    if (pool == null) {
      Object worker = executors.workerOf(watched);
      pool = worker == null ? timers.queueOf(watched.thread) : executors.poolOf(worker);
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
    Object pool = parkedFor == null ? null : executorOf(watched);
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

  private @Nullable Object executorOf(WatchedThread watched) {
    Object worker = executors.workerOf(watched);
    return worker == null ? null : executors.poolOf(worker);
  }

  /** A thread was seen to wait for a task in the queue of its own pool, for as long as it takes. */
  void waits(WatchedThread watched, Object parkedFor, List<String> stack) {
    Object pool = executorOf(watched);
    Seen seen = pool == null ? null : pools.get(pool);
    if (seen != null) {
      int task = System.identityHashCode(parkedFor);
      seen.waiters.add(new Waiter(watched.id, watched.thread.getName(), task, stack));
    }
  }

  /** Pools that wait for themselves for ever: nothing will take a task from their queue. */
  List<Deadlock> standing(long nowNanos) {
    return standing.values().stream()
        .filter(pool -> nowNanos - pool.sinceNanos() >= STANDS_NANOS)
        .map(pool -> new Deadlock(pool.waiters().stream().map(PoolCensus::member).toList()))
        .toList();
  }

  private static Deadlock.Member member(Waiter waiter) {
    return new Deadlock.Member(
        waiter.threadName(), AwaitedClass.OWN_QUEUE, waiter.threadName(), waiter.stack());
  }

  /** Tells of the pools, and forgets them. */
  void emit(long snapshot, long nowNanos) {
    Map<Integer, Standing> still = new HashMap<>();
    pools.forEach(
        (pool, seen) -> {
          PoolUseEvent event = emit(snapshot, pool, seen);
          List<Waiter> waiters =
              seen.waiters.stream().sorted(Comparator.comparingLong(Waiter::threadId)).toList();
          if (!waiters.isEmpty() && waiters.size() >= Math.max(event.threads, event.maxThreads)) {
            Standing before = standing.get(event.pool);
            boolean same = before != null && before.waiters().equals(waiters);
            still.put(event.pool, same ? before : new Standing(waiters, nowNanos));
          }
        });
    standing = still;
    pools.clear();
  }

  private PoolUseEvent emit(long snapshot, Object pool, Seen seen) {
    PoolUseEvent event = new PoolUseEvent();
    event.snapshot = snapshot;
    event.pool = System.identityHashCode(pool);
    event.poolClass = pool.getClass().getName();
    event.threadName = seen.threadName;
    if (pool instanceof ForkJoinPool) {
      forkJoins.describe(pool, event);
    } else if (!timers.describe(pool, event) && !executors.describe(pool, event)) {
      event.active = Math.round((float) seen.active * event.threads / seen.workers);
    }
    event.commit();
    return event;
  }
}
