package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.JdkField;
import dev.uncork.recording.event.PoolUseEvent;
import java.util.Timer;
import org.jspecify.annotations.Nullable;

/**
 * A {@code java.util.Timer} as the pool of one thread that it is: its tasks wait for each other.
 * Read from fields, without the lock that it holds to change its queue.
 */
final class TimerQueues {
  private static final String PACKAGE = "java.util.";
  private static final int MOST_COUNTED = 1000;

  private final JdkField queueOfThread = new JdkField(PACKAGE + "TimerThread#queue");
  private final JdkField tasks = new JdkField(PACKAGE + "TaskQueue#queue");
  private final JdkField size = new JdkField(PACKAGE + "TaskQueue#size");
  private final JdkField dueMillis = new JdkField(PACKAGE + "TimerTask#nextExecutionTime");

  /** The queue of the timer whose thread that is; null where it is none's. */
  @Nullable Object queueOf(Thread thread) {
    return queueOfThread.get(thread);
  }

  /**
   * Tells of a timer all but its name.
   *
   * @return whether it is one
   */
  boolean describe(Object queue, PoolUseEvent event) {
    if (!(tasks.get(queue) instanceof Object[] heap)) {
      return false;
    }
    event.poolClass = Timer.class.getName();
    event.threads = 1;
    event.maxThreads = 1;
    event.capacity = Integer.MAX_VALUE;
    event.queued = due(heap, size.getInt(queue, 0), System.currentTimeMillis());
    event.active = event.queued > 0 ? 1 : 0; // It doesn't rest while a task is due.
    return true;
  }

  /** Tasks that are due, as the heap begins with number 1. */
  private int due(Object[] heap, int size, long nowMillis) {
    int due = 0;
    for (int i = 1; i <= Math.min(size, heap.length - 1) && due < MOST_COUNTED; i++) {
      Object task = heap[i];
      due += task != null && dueMillis.getLong(task, Long.MAX_VALUE) <= nowMillis ? 1 : 0;
    }
    return due;
  }
}
