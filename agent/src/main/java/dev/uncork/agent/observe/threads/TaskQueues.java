package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkField;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How many tasks are in a queue of the JDK, or one derived from it, and how many may be. Read from
 * fields: some of these queues lock themselves to tell, and others may have been overridden.
 */
final class TaskQueues {
  /** Where a queue is of another kind. */
  static final int UNKNOWN = -1;

  private static final int MOST_COUNTED = 1000;
  private static final String PACKAGE = "java.util.concurrent.";
  private static final String LINKED = PACKAGE + "LinkedBlockingQueue";
  private static final String DEQUE = PACKAGE + "LinkedBlockingDeque";
  private static final String ARRAY = PACKAGE + "ArrayBlockingQueue";
  private static final String DELAYED = PACKAGE + "ScheduledThreadPoolExecutor$DelayedWorkQueue";

  private final JdkField linkedCount = new JdkField(LINKED + "#count");
  private final JdkField linkedCapacity = new JdkField(LINKED + "#capacity");
  private final JdkField dequeCount = new JdkField(DEQUE + "#count");
  private final JdkField dequeCapacity = new JdkField(DEQUE + "#capacity");
  private final JdkField arrayCount = new JdkField(ARRAY + "#count");
  private final JdkField arrayItems = new JdkField(ARRAY + "#items");
  private final JdkField prioritySize = new JdkField(PACKAGE + "PriorityBlockingQueue#size");
  private final JdkField delayedTasks = new JdkField(DELAYED + "#queue");
  private final JdkField delayedSize = new JdkField(DELAYED + "#size");
  private final JdkField dueNanos =
      new JdkField(PACKAGE + "ScheduledThreadPoolExecutor$ScheduledFutureTask#time");

  /** Tasks that wait in it and are due; {@link #UNKNOWN} where it doesn't tell. */
  int queued(@Nullable Object queue) {
    if (queue instanceof SynchronousQueue) {
      return 0;
    }
    if (queue != null && queue.getClass() == LinkedTransferQueue.class) {
      return count((LinkedTransferQueue<?>) queue);
    }
    if (delayedTasks.get(queue) instanceof Object[] tasks) {
      int size = Math.min(tasks.length, delayedSize.getInt(queue, 0));
      return due(tasks, size, 0, System.nanoTime(), 0);
    }
    if (linkedCount.get(queue) instanceof AtomicInteger count) {
      return count.get();
    }
    int size = dequeCount.getInt(queue, arrayCount.getInt(queue, UNKNOWN));
    return size != UNKNOWN ? size : prioritySize.getInt(queue, UNKNOWN);
  }

  /** Tasks that may wait in it; the largest int where that isn't bounded. */
  int capacity(@Nullable Object queue) {
    if (queue instanceof SynchronousQueue) {
      return 0;
    }
    if (arrayItems.get(queue) instanceof Object[] items) {
      return items.length;
    }
    return linkedCapacity.getInt(queue, dequeCapacity.getInt(queue, Integer.MAX_VALUE));
  }

  /** Counts by walking, which takes no lock. */
  private static int count(Iterable<?> queue) {
    int count = 0;
    for (Object task : queue) {
      count += task == null || count >= MOST_COUNTED ? 0 : 1;
      if (count >= MOST_COUNTED) {
        break;
      }
    }
    return count;
  }

  /** Tasks that are due are the top of the heap. */
  private int due(Object[] heap, int size, int at, long nowNanos, int counted) {
    if (at >= size
        || counted >= MOST_COUNTED
        || !dueNanos.isIn(heap[at])
        || dueNanos.getLong(heap[at], 0) - nowNanos > 0) {
      return counted;
    }
    int left = due(heap, size, 2 * at + 1, nowNanos, counted + 1);
    return due(heap, size, 2 * at + 2, nowNanos, left);
  }
}
