package dev.uncork.agent.observe.work;

import dev.uncork.agent.jvm.MountedThreads;
import dev.uncork.agent.jvm.ThreadFields;
import dev.uncork.agent.observe.code.CodePlace;
import dev.uncork.boot.sample.StackObjects;
import dev.uncork.boot.sample.ThreadStacks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What threads run. Most hold the task that they were given; a worker of a pool has the one that it
 * runs now on its stack only, and so has a thread whose {@code main} is the task.
 */
final class RunningTasks {
  /** Threads of the program up to which all their stacks are walked, which takes milliseconds. */
  private static final int MOST_THREADS = 256;

  private RunningTasks() {}

  /** The tasks that threads hold, then the program's objects on the stacks of those others. */
  static List<Object> of(List<Thread> threads) {
    List<Object> tasks = new ArrayList<>();
    List<Thread> others = new ArrayList<>();
    for (Thread thread : threads) {
      Object task = ThreadFields.task(thread);
      if (task != null) {
        tasks.add(task);
      }
      boolean carries = MountedThreads.isCarrier(thread); // what has a task of its own
      if (!carries && !isOfProgram(task) && !isOfProgram(thread)) {
        others.add(thread);
      }
    }
    if (!others.isEmpty() && ThreadStacks.threads0().length <= MOST_THREADS) {
      tasks.addAll(onStacks(others));
    }
    return tasks;
  }

  private static List<Object> onStacks(List<Thread> threads) {
    List<Object> found = new ArrayList<>();
    Object[] all = StackObjects.locals0(threads.toArray(Thread[]::new));
    if (all != null) {
      for (Object object : all) {
        if (isOfProgram(object)) {
          found.add(object);
        }
      }
    }
    return found;
  }

  private static boolean isOfProgram(@Nullable Object object) {
    return object != null && CodePlace.isOfProgram(object.getClass().getName());
  }
}
