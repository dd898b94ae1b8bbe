package dev.uncork.spark.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Marks where tasks begin and end, in the recording, and knows the threads that run them.
 *
 * <p>Called by the threads of tasks; {@link #running} by any thread.
 */
public final class TaskMarks {
  private static final Path THREAD_SELF = Path.of("/proc/thread-self");

  private final ThreadLocal<TaskThread> threads = ThreadLocal.withInitial(this::thisThread);
  private final ConcurrentMap<Integer, TaskThread> byId = new ConcurrentHashMap<>();
  private volatile @Nullable Runnable onNewThread;

  /** One thread of Spark's that runs tasks. */
  private static final class TaskThread {
    final int id;
    volatile boolean busy;
    @Nullable TaskEvent event;
    boolean prepared;

    TaskThread(int id) {
      this.id = id;
    }
  }

  /** What each thread shall do once, itself, before its next task. */
  public void prepareThreads(Runnable preparation) {
    onNewThread = preparation;
  }

  /** The calling thread begins a task. */
  public void begin() {
    TaskThread thread = threads.get();
    thread.busy = true;
    Runnable preparation = onNewThread;
    if (preparation != null && !thread.prepared) {
      thread.prepared = true;
      preparation.run();
    }
    TaskEvent event = new TaskEvent();
    if (event.isEnabled()) {
      event.begin();
      thread.event = event;
    }
  }

  /** The calling thread has ended its task. */
  public void end(boolean succeeded) {
    TaskThread thread = threads.get();
    thread.busy = false;
    TaskEvent event = thread.event;
    thread.event = null;
    TaskContext context = TaskContext.get();
    if (event != null && context != null) {
      event.end();
      event.stageId = context.stageId();
      event.stageAttempt = context.stageAttemptNumber();
      event.partition = context.partitionId();
      event.taskAttemptId = context.taskAttemptId();
      event.succeeded = succeeded;
      event.commit();
    }
  }

  private TaskThread thisThread() {
    int id = -1;
    try {
      id = Integer.parseInt(Files.readSymbolicLink(THREAD_SELF).getFileName().toString());
    } catch (IOException | RuntimeException e) {
      // A sandbox hides it: the thread has no place on the map of threads and cores.
    }
    TaskThread thread = new TaskThread(id);
    if (id >= 0) {
      byId.put(id, thread);
    }
    return thread;
  }

  /** The kernel's ids of the threads that run a task now. */
  public List<Integer> running() {
    List<Integer> running = new ArrayList<>();
    for (TaskThread thread : byId.values()) {
      if (thread.busy) {
        running.add(thread.id);
      }
    }
    running.sort(null);
    return running;
  }

  /** Forgets threads that have ended. */
  public void forgetEnded() {
    byId.keySet().removeIf(id -> !Files.exists(Path.of("/proc/self/task/" + id)));
  }
}
