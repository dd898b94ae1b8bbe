package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkField;
import dev.uncork.recording.event.PoolUseEvent;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * Pools that are a {@link ForkJoinPool}, the scheduler of virtual threads among them. What it tells
 * of itself takes no lock; it is asked as if it weren't overridden.
 */
final class ForkJoinPools {
  private final JdkField poolOfWorker =
      new JdkField("java.util.concurrent.ForkJoinWorkerThread#pool");
  private final @Nullable MethodHandle parallelism = getter("getParallelism", int.class);
  private final @Nullable MethodHandle size = getter("getPoolSize", int.class);
  private final @Nullable MethodHandle active = getter("getActiveThreadCount", int.class);
  private final @Nullable MethodHandle queued = getter("getQueuedTaskCount", long.class);
  private final @Nullable MethodHandle submitted = getter("getQueuedSubmissionCount", int.class);

  private static @Nullable MethodHandle getter(String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(ForkJoinPool.class, MethodHandles.lookup())
          .findSpecial(ForkJoinPool.class, name, MethodType.methodType(type), ForkJoinPool.class)
          .asType(MethodType.methodType(long.class, Object.class));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** The pool whose worker a thread is; null when it is none's. */
  @Nullable Object poolOf(Thread thread) {
    return poolOfWorker.get(thread);
  }

  /** Tells of a pool all but its name. */
  void describe(Object pool, PoolUseEvent event) {
    event.threads = ask(size, pool);
    event.maxThreads = Math.max(ask(parallelism, pool), 1);
    event.active = Math.min(Math.max(0, ask(active, pool)), event.threads);
    event.queued = ask(queued, pool) + ask(submitted, pool);
    event.capacity = Integer.MAX_VALUE;
  }

  private static int ask(@Nullable MethodHandle getter, Object pool) {
    try {
      return getter == null ? 0 : (int) Math.min(1 << 30, (long) getter.invokeExact(pool));
    } catch (Throwable e) {
      return 0; // It changes while it counts.
    }
  }
}
