package dev.uncork.agent.jvm;

import org.jspecify.annotations.Nullable;

/**
 * Which virtual thread a carrier has mounted, and what it was told to run, by what the JDK keeps of
 * both (JEP 444). Where a JDK keeps it otherwise, nothing is known.
 */
public final class MountedThreads {
  private static final String CARRIER = "jdk.internal.misc.CarrierThread";
  private static final String BODY = "java.lang.VirtualThread$VThreadContinuation$1";

  private static final JdkField STATE = new JdkField("java.lang.VirtualThread#state");
  private static final JdkField RUNNING = new JdkField("java.lang.VirtualThread#RUNNING");
  private static final JdkField MOUNTED = new JdkField("java.lang.Thread#cont");
  private static final JdkField OF_THREAD = new JdkField("java.lang.VirtualThread#cont");
  private static final JdkField TARGET = new JdkField("jdk.internal.vm.Continuation#target");
  private static final JdkField THREAD = new JdkField(BODY + "#val$vthread");
  private static final JdkField TASK = new JdkField(BODY + "#val$task");

  private MountedThreads() {}

  /** Whether it is a thread of the JDK's that carries virtual ones. */
  public static boolean isCarrier(Thread thread) {
    return thread.getClass().getName().equals(CARRIER);
  }

  /** The virtual thread that a carrier has mounted; null while it has none. */
  public static @Nullable Thread on(Thread carrier) {
    return THREAD.get(TARGET.get(MOUNTED.get(carrier))) instanceof Thread thread ? thread : null;
  }

  /**
   * The virtual thread that runs on a carrier; null while none does, or it waits there. Takes no
   * lock, as {@link Thread#getState} does of one that is mounted.
   */
  public static @Nullable Thread running(Thread carrier) {
    Thread thread = on(carrier);
    boolean runs =
        thread != null
            && RUNNING.isIn(thread)
            && STATE.getInt(thread, -1) == RUNNING.getInt(thread, -2)
            && (ThreadFields.status(carrier, ThreadFields.RUNNABLE) & ThreadFields.RUNNABLE) != 0;
    return runs ? thread : null;
  }

  /** What a virtual thread was told to run; null for others. */
  static @Nullable Object task(Thread thread) {
    return TASK.get(TARGET.get(OF_THREAD.get(thread)));
  }
}
