package dev.uncork.agent.observe.threads;

import dev.uncork.agent.jvm.ThreadFields;
import dev.uncork.boot.sample.ThreadStacks;

/** The bits by which JVMTI tells what a thread is doing. */
final class ThreadStates {
  private static final int ALIVE = 0x1;
  private static final int RUNNABLE = ThreadFields.RUNNABLE;
  private static final int WAITING_INDEFINITELY = 0x10;
  private static final int WAITING_WITH_TIMEOUT = 0x20;
  private static final int IN_OBJECT_WAIT = 0x100;
  private static final int PARKED = 0x200;
  private static final int BLOCKED = 0x400;
  private static final int IN_NATIVE = 0x400000;

  private static final int KIND =
      ALIVE
          | RUNNABLE
          | WAITING_INDEFINITELY
          | WAITING_WITH_TIMEOUT
          | IN_OBJECT_WAIT
          | PARKED
          | BLOCKED;

  private ThreadStates() {}

  /**
   * What a thread is doing now. JVMTI is asked only about one that may run, since it looks through
   * all threads for it each time; only it tells which are in native code.
   */
  static int of(Thread thread) {
    int bits = ThreadFields.status(thread, RUNNABLE);
    return (bits & RUNNABLE) == 0 ? bits : ThreadStacks.state0(thread);
  }

  static boolean isAlive(int bits) {
    return (bits & ALIVE) != 0;
  }

  /** Whether it runs, or could, in code of Java: it must be stopped to be looked at. */
  static boolean isInJava(int bits) {
    return (bits & RUNNABLE) != 0 && (bits & IN_NATIVE) == 0;
  }

  /** Whether it is in code that isn't Java's, where it may wait unseen by the JVM. */
  static boolean isInNative(int bits) {
    return (bits & RUNNABLE) != 0 && (bits & IN_NATIVE) != 0;
  }

  static boolean isParked(int bits) {
    return (bits & PARKED) != 0;
  }

  /** Whether it waits for a monitor, or to be notified. */
  static boolean isAtMonitor(int bits) {
    return (bits & (BLOCKED | IN_OBJECT_WAIT)) != 0;
  }

  static boolean isBlocked(int bits) {
    return (bits & BLOCKED) != 0;
  }

  /** Whether a thread does the same at two moments. */
  static boolean same(int bits, int others) {
    return ((bits ^ others) & KIND) == 0;
  }

  /** As Java names it. */
  static Thread.State named(int bits) {
    if ((bits & BLOCKED) != 0) {
      return Thread.State.BLOCKED;
    }
    if ((bits & WAITING_INDEFINITELY) != 0) {
      return Thread.State.WAITING;
    }
    if ((bits & WAITING_WITH_TIMEOUT) != 0) {
      return Thread.State.TIMED_WAITING;
    }
    return isAlive(bits) ? Thread.State.RUNNABLE : Thread.State.TERMINATED;
  }
}
