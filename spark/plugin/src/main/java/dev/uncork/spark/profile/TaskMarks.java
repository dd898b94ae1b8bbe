package dev.uncork.spark.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Marks where tasks begin and end, in the recording, and knows the threads that run them.
 *
 * <p>Called by the threads of tasks; {@link #running} by any thread.
 */
public final class TaskMarks {
  private static final int MAX_RUNS = 100_000;
  private static final Path THREAD_SELF = Path.of("/proc/thread-self");

  private final ThreadLocal<TaskThread> threads = ThreadLocal.withInitial(this::thisThread);
  private final ConcurrentMap<Integer, TaskThread> byId = new ConcurrentHashMap<>();
  private final Queue<TaskRun> ended = new ConcurrentLinkedQueue<>();
  private final AtomicInteger keptRuns = new AtomicInteger();
  private volatile boolean keepsRuns;
  private volatile @Nullable Runnable beforeNextTask;

  /** One thread of Spark's that runs tasks. */
  private static final class TaskThread {
    final int id;
    volatile boolean busy;

    /** The task that it runs, as if it had ended when it began. */
    volatile @Nullable TaskRun begun;

    @Nullable TaskEvent event;
    FaultCounts faults = new FaultCounts(0, 0);
    long startMillis;
    long queuedNanos;
    @Nullable Runnable prepared;

    TaskThread(int id) {
      this.id = id;
    }
  }

  /** What each thread shall do once, itself, before its next task; instead of what it was told. */
  public void prepareThreads(Runnable preparation) {
    beforeNextTask = preparation;
  }

  /** From now on tasks that end are kept until they are taken. */
  void keepRuns() {
    keepsRuns = true;
  }

  /** Takes the tasks that had ended by a time since the epoch. */
  List<TaskRun> takeRuns(long endMillis) {
    List<TaskRun> taken = new ArrayList<>();
    for (TaskRun run : ended) {
      if (run.endMillis() <= endMillis && ended.remove(run)) {
        keptRuns.decrementAndGet();
        taken.add(run);
      }
    }
    return taken;
  }

  /** Those that had begun by a time and not ended, as if they had ended then. */
  List<TaskRun> runningAt(long millis) {
    List<TaskRun> running = new ArrayList<>();
    for (TaskRun run : ended) {
      if (run.startMillis() < millis && run.endMillis() > millis) {
        running.add(run.until(millis));
      }
    }
    for (TaskThread thread : byId.values()) {
      TaskRun run = thread.begun;
      if (run != null && run.startMillis() < millis) {
        running.add(run.until(millis));
      }
    }
    return running;
  }

  /** The calling thread begins a task. */
  public void begin() {
    TaskThread thread = threads.get();
    thread.busy = true;
    Runnable preparation = beforeNextTask;
    if (preparation != null && preparation != thread.prepared) {
      thread.prepared = preparation;
      preparation.run();
    }
    if (!keepsRuns) {
      return;
    }
    thread.faults = FaultCounts.ofThisThread();
    thread.startMillis = System.currentTimeMillis();
    TaskContext context = TaskContext.get(); // There is none any more when the task has ended.
    if (context != null) {
      TaskEvent event = new TaskEvent();
      event.stageId = context.stageId();
      event.stageAttempt = context.stageAttemptNumber();
      event.partition = context.partitionId();
      event.taskAttemptId = context.taskAttemptId();
      event.begin();
      thread.event = event;
      int stage = event.stageId;
      long now = thread.startMillis;
      thread.begun = new TaskRun(thread.id, stage, event.stageAttempt, now, now, 0, 0, 0);
    }
  }

  /** The calling thread has ended its task. */
  public void end(boolean succeeded) {
    TaskThread thread = threads.get();
    thread.busy = false;
    TaskEvent event = thread.event;
    thread.event = null;
    thread.begun = null;
    if (event != null) {
      event.end();
      FaultCounts faults = FaultCounts.ofThisThread();
      event.minorFaults = Math.max(0, faults.minor() - thread.faults.minor());
      event.majorFaults = Math.max(0, faults.major() - thread.faults.major());
      event.succeeded = succeeded;
      event.commit();
      keep(thread, event);
    }
  }

  private void keep(TaskThread thread, TaskEvent event) {
    if (keptRuns.incrementAndGet() > MAX_RUNS) {
      keptRuns.decrementAndGet(); // a recording that nobody finishes
      return;
    }
    long queuedBefore = thread.queuedNanos; // Between tasks it hardly waits for a core.
    thread.queuedNanos = RunQueue.nanosOfThisThread();
    ended.add(
        new TaskRun(
            thread.id,
            event.stageId,
            event.stageAttempt,
            thread.startMillis,
            System.currentTimeMillis(),
            event.minorFaults,
            event.majorFaults,
            Math.max(0, thread.queuedNanos - queuedBefore)));
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
