package dev.uncork.boot.collect;

import org.jspecify.annotations.Nullable;

/**
 * What the rewritten synchronizers of {@code java.util.concurrent} call around a park.
 *
 * <p>A rewritten method keeps one local variable: the time before its first park, 0 while it did
 * not park. Every call here is unconditional, so that the rewriting adds no branch and hence no
 * stack map frame; the decisions are made here. Nothing is allocated and nothing is thrown.
 */
public final class ParkHooks {
  private static final @Nullable Class<?> LATCH = find("java.util.concurrent.CountDownLatch$Sync");
  private static final @Nullable Class<?> CONDITION_NODE =
      find("java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionNode");
  private static final @Nullable Class<?> LONG_CONDITION_NODE =
      find("java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionNode");

  /** Where {@code Await} of Scala waits for a future, nested in Promise or not by its version. */
  private static final String SCALA_FUTURES = "scala.concurrent.impl.";

  private static final String SCALA_LATCH = "CompletionLatch";

  private ParkHooks() {}

  /** The time before the first park: {@code start} unless this park is the first. */
  public static long beforePark(long start) {
    if (start != 0) {
      return start;
    }
    long now = System.nanoTime();
    return now != 0 ? now : 1;
  }

  /**
   * Counts the end of a queued acquire, if it parked.
   *
   * <p>An acquire that timed out or was interrupted counts nothing. Taking a lock again at the end
   * of {@code Condition.await} belongs to that wait, as with monitors. A latch cannot be held: an
   * acquire of it is a wait.
   *
   * @param result what the acquire returns: positive when it acquired
   * @param node the queue node that it ended with
   * @return {@code result}
   */
  public static int acquired(
      int result, Object synchronizer, @Nullable Object node, long start, boolean shared) {
    if (start != 0) {
      try {
        Class<?> nodeClass = node == null ? null : node.getClass();
        if (isLatch(synchronizer.getClass())) {
          LockCollector.waited(synchronizer, System.identityHashCode(synchronizer), start);
        } else if (result > 0
            && (nodeClass == null
                || (nodeClass != CONDITION_NODE && nodeClass != LONG_CONDITION_NODE))) {
          LockCollector.acquireBlocked(
              synchronizer, System.identityHashCode(synchronizer), start, shared);
        }
      } catch (Throwable ignored) {
        // A lost count is better than an error in the application's lock.
      }
    }
    return result;
  }

  /**
   * Counts the end of a queued acquire of a {@code StampedLock}, if it parked.
   *
   * @param stamp what the acquire returns: 0 when it timed out, 1 when it was interrupted
   * @return {@code stamp}
   */
  public static long stamped(long stamp, Object lock, long start, boolean shared) {
    if (start != 0 && (stamp & ~1L) != 0) {
      try {
        LockCollector.acquireBlocked(lock, System.identityHashCode(lock), start, shared);
      } catch (Throwable ignored) {
        // A lost count is better than an error in the application's lock.
      }
    }
    return stamp;
  }

  /** Counts one {@code Condition.await} that parked; called before it takes the lock again. */
  public static void awaited(Object synchronizer, long start) {
    if (start != 0) {
      try {
        LockCollector.waited(synchronizer, System.identityHashCode(synchronizer), start);
      } catch (Throwable ignored) {
        // A lost count is better than an error in the application's lock.
      }
    }
  }

  private static boolean isLatch(Class<?> synchronizer) {
    return synchronizer == LATCH
        || (synchronizer.getName().startsWith(SCALA_FUTURES)
            && synchronizer.getName().endsWith(SCALA_LATCH));
  }

  private static @Nullable Class<?> find(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }
}
