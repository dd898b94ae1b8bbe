package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkField;
import dev.uncork.agent.jvm.ProgramField;
import dev.uncork.agent.jvm.ThreadFields;
import dev.uncork.boot.sample.ThreadStacks;
import dev.uncork.recording.event.PoolUseEvent;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Pools that are a {@code ThreadPoolExecutor}, or a server's own, seen from their workers; no lock
 * is taken.
 */
final class ExecutorPools {
  private static final String EXECUTOR = ThreadPoolExecutor.class.getName();
  private static final int COUNT_MASK = (1 << (Integer.SIZE - 3)) - 1;

  /** Runnables in each other around a worker, as factories of threads make them. */
  private static final int MOST_WRAPPERS = 3;

  private static final WeakReference<Object> NO_WORKER = new WeakReference<>(null);

  private final JdkField poolOfWorker = new JdkField(EXECUTOR + "$Worker#this$0");
  private final JdkField state =
      new JdkField("java.util.concurrent.locks.AbstractQueuedSynchronizer#state");
  private final JdkField control = new JdkField(EXECUTOR + "#ctl");
  private final JdkField core = new JdkField(EXECUTOR + "#corePoolSize");
  private final JdkField maximum = new JdkField(EXECUTOR + "#maximumPoolSize");
  private final JdkField queue = new JdkField(EXECUTOR + "#workQueue");
  private final TaskQueues queues = new TaskQueues();
  private final ServerPools servers = new ServerPools(queues);

  /** The worker that a thread runs; null when it is none's. */
  @Nullable Object workerOf(WatchedThread watched) {
    WeakReference<Object> known = watched.worker;
    if (known == null) {
      Object found = find(watched.thread);
      known = found == null ? NO_WORKER : new WeakReference<>(found);
      watched.worker = known;
    }
    return known.get();
  }

  private @Nullable Object find(Thread thread) {
    Object task = ThreadFields.task(thread);
    for (int i = 0; i <= MOST_WRAPPERS && task != null; i++) {
      if (poolOf(task) != null) {
        return task;
      }
      task = within(task);
    }
    return null;
  }

  /** What a runnable runs, which it may have from the object around it. */
  private static @Nullable Object within(Object task) {
    Object found = ThreadStacks.runnableIn0(task);
    Object around = found == null ? ProgramField.outer(task) : null;
    return around == null ? found : ThreadStacks.runnableIn0(around);
  }

  /** The pool of a worker. */
  @Nullable Object poolOf(Object worker) {
    return poolOfWorker.isIn(worker) ? poolOfWorker.get(worker) : servers.poolOf(worker);
  }

  /** Whether a worker runs a task: then it has locked itself. */
  boolean isActive(Object worker) {
    return state.getInt(worker, 0) > 0;
  }

  /** What a thread is parked for that waits for a task in the queue of a pool. */
  Set<Object> awaited(Object pool) {
    return queues.awaited(queue.get(pool));
  }

  /** Threads by the count that a {@code ThreadPoolExecutor} and its copies hold. */
  static int threads(@Nullable Object control) {
    return control instanceof AtomicInteger count ? count.get() & COUNT_MASK : 0;
  }

  /**
   * Tells of a pool all but its name.
   *
   * @return whether it told of the active threads, too
   */
  boolean describe(Object pool, PoolUseEvent event) {
    if (!(pool instanceof ThreadPoolExecutor)) {
      return servers.describe(pool, event);
    }
    Object tasks = queue.get(pool);
    event.threads = threads(control.get(pool));
    event.queued = queues.queued(tasks);
    event.capacity = queues.capacity(tasks);
    // More than its core only when the queue is full; a queue that isn't the JDK's may say so.
    boolean neverFull =
        event.capacity == Integer.MAX_VALUE
            && tasks != null
            && tasks.getClass().getClassLoader() == null;
    int most = neverFull ? Math.max(1, core.getInt(pool, 0)) : maximum.getInt(pool, 0);
    event.maxThreads = Math.max(most, event.threads);
    return false;
  }
}
