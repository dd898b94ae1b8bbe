package dev.uncork.spark.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run the driver's own program: its main thread, those of its streams, those that
 * serve a Python program, and those that were seen waiting for a job.
 */
final class DriverThreads {
  private static final Set<String> MAIN = Set.of("main", "Driver"); // the latter's is YARN's
  private static final String STREAM = "stream execution thread";
  private static final String SCHEDULER = "org.apache.spark.scheduler.DAGScheduler";
  private static final Set<String> PYTHON =
      Set.of("py4j.GatewayConnection", "py4j.ClientServerConnection");
  private static final long LEAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MOST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int MOST_THREADS = 500;
  private static final int MOST_KNOWN = 8;

  private final Set<Thread> known = Collections.newSetFromMap(new WeakHashMap<>());
  private long pauseNanos = LEAST_PAUSE_NANOS;
  private long searchedNanos = System.nanoTime() - pauseNanos;

  /** Looks which threads wait for a job, less and less often: most programs have one that does. */
  void search() {
    long now = System.nanoTime();
    if (now - searchedNanos < pauseNanos) {
      return;
    }
    searchedNanos = now;
    pauseNanos = Math.min(MOST_PAUSE_NANOS, pauseNanos + pauseNanos / 4);
    for (Thread thread : all()) {
      if (known.size() < MOST_KNOWN && submits(thread)) {
        known.add(thread);
      }
    }
  }

  private static boolean submits(Thread thread) {
    if (MAIN.contains(thread.getName()) || thread.getName().startsWith(STREAM)) {
      return true;
    }
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (servesPython(frame)
          || frame.getClassName().equals(SCHEDULER) && frame.getMethodName().equals("runJob")) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread takes calls of a Python program. */
  static boolean servesPython(StackTraceElement[] frames) {
    return Arrays.stream(frames).anyMatch(DriverThreads::servesPython);
  }

  static boolean servesPython(StackTraceElement frame) {
    return PYTHON.contains(frame.getClassName());
  }

  /** Those that are alive. */
  List<Thread> alive() {
    Set<Thread> alive = new LinkedHashSet<>();
    if (known.isEmpty()) {
      all().stream().filter(thread -> MAIN.contains(thread.getName())).forEach(known::add);
    }
    known.stream().filter(Thread::isAlive).forEach(alive::add);
    return new ArrayList<>(alive);
  }

  private static List<Thread> all() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads = new Thread[MOST_THREADS];
    int count = group.enumerate(threads, true);
    return List.of(Arrays.copyOf(threads, count));
  }
}
