package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
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
  private static final int MOST_AWAITED = 4000;
  private static final String PACKAGE = "java.util.concurrent.";
  private static final String LINKED = PACKAGE + "LinkedBlockingQueue";
  private static final String DEQUE = PACKAGE + "LinkedBlockingDeque";
  private static final String ARRAY = PACKAGE + "ArrayBlockingQueue";
  private static final String RESULT = PACKAGE + "CompletableFuture";
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

  private final JdkField linkedHead = new JdkField(LINKED + "#head");
  private final JdkField linkedItem = new JdkField(LINKED + "$Node#item");
  private final JdkField linkedNext = new JdkField(LINKED + "$Node#next");
  private final JdkField dequeFirst = new JdkField(DEQUE + "#first");
  private final JdkField dequeItem = new JdkField(DEQUE + "$Node#item");
  private final JdkField dequeNext = new JdkField(DEQUE + "$Node#next");
  private final JdkField priorityTasks = new JdkField(PACKAGE + "PriorityBlockingQueue#queue");
  private final JdkField taskResult = new JdkField(RESULT + "$AsyncSupply#dep");
  private final JdkField runResult = new JdkField(RESULT + "$AsyncRun#dep");
  private final JdkField stepResult = new JdkField(RESULT + "$UniCompletion#dep");
  private final JdkField firstStep = new JdkField(RESULT + "#stack");
  private final JdkField nextStep = new JdkField(RESULT + "$Completion#next");

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

  /**
   * What a thread is parked for that waits for one of a queue's tasks, which nobody runs before it
   * leaves the queue: the task, or those who wait for the result of a {@code CompletableFuture}
   * that it, or what follows it, is to complete.
   */
  Set<Object> awaited(@Nullable Object queue) {
    Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Object task : tasks(queue)) {
      found.add(task);
      follow(taskResult.isIn(task) ? taskResult.get(task) : runResult.get(task), found);
      follow(stepResult.get(task), found);
    }
    return found;
  }

  /** Adds what waits for a result, and for what is made of it. */
  private void follow(@Nullable Object result, Set<Object> found) {
    Object step = result == null ? null : firstStep.get(result);
    while (step != null && found.size() < MOST_AWAITED && found.add(step)) {
      follow(stepResult.get(step), found);
      step = nextStep.get(step);
    }
  }

  /** Tasks of a queue, due or not, as fields tell while others change them. */
  private List<Object> tasks(@Nullable Object queue) {
    List<Object> found = new ArrayList<>();
    for (JdkField array : List.of(arrayItems, priorityTasks, delayedTasks)) {
      if (array.get(queue) instanceof Object[] tasks) {
        for (int i = 0; i < tasks.length && found.size() < MOST_COUNTED; i++) {
          add(tasks[i], found);
        }
      }
    }
    if (queue != null && queue.getClass() == LinkedTransferQueue.class) {
      for (Object task : (LinkedTransferQueue<?>) queue) {
        if (found.size() >= MOST_COUNTED) {
          break;
        }
        add(task, found);
      }
    }
    walk(linkedHead.get(queue), linkedItem, linkedNext, found);
    walk(dequeFirst.get(queue), dequeItem, dequeNext, found);
    return found;
  }

  private static void walk(
      @Nullable Object first, JdkField item, JdkField next, List<Object> found) {
    Object node = first;
    for (int i = 0; i < MOST_COUNTED && node != null; i++) {
      add(item.get(node), found);
      node = next.get(node);
    }
  }

  private static void add(@Nullable Object task, List<Object> found) {
    if (task != null) {
      found.add(task);
    }
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
