package dev.uncork.agent.child;

import java.util.concurrent.atomic.AtomicLong;

/** Loaded by a class loader of its own, which goes when it has ended. */
public final class UnloadedProgram {
  private static final AtomicLong DONE = new AtomicLong();
  private static volatile boolean stopped;
  private static double work;

  private UnloadedProgram() {}

  public static Thread start() {
    Thread thread = new Thread(UnloadedProgram::operate, "operator");
    thread.start();
    return thread;
  }

  public static void stop() {
    stopped = true;
  }

  private static void operate() {
    while (!stopped) {
      for (int i = 0; i < 5000; i++) {
        work = Math.sqrt(work + i);
      }
      DONE.incrementAndGet();
    }
  }
}
