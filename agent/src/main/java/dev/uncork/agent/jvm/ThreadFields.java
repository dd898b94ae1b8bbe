package dev.uncork.agent.jvm;

import org.jspecify.annotations.Nullable;

/** What {@link Thread} holds of itself; its own {@code getId} may be overridden before JDK 19. */
public final class ThreadFields {
  private static final JdkField ID = new JdkField("java.lang.Thread#tid");
  private static final JdkField STATUS = new JdkField("java.lang.Thread#threadStatus");
  private static final JdkField HELD_STATUS =
      new JdkField("java.lang.Thread$FieldHolder#threadStatus");
  private static final JdkField TARGET = new JdkField("java.lang.Thread#target");
  private static final JdkField HOLDER = new JdkField("java.lang.Thread#holder");
  private static final JdkField TASK = new JdkField("java.lang.Thread$FieldHolder#task");

  /** The bit of {@link #status} of a thread that runs, or could. */
  public static final int RUNNABLE = 0x4;

  private ThreadFields() {}

  /** Id of a thread, -1 where unknown. */
  public static long id(Object thread) {
    return ID.getLong(thread, -1);
  }

  /** The JVM's bits of what a thread is doing, as JVMTI has them; {@code otherwise} if unknown. */
  public static int status(Thread thread, int otherwise) {
    return STATUS.exists()
        ? STATUS.getInt(thread, otherwise)
        : HELD_STATUS.getInt(HOLDER.get(thread), otherwise);
  }

  /** What a thread was told to run; null when it was made to run its own method. */
  public static @Nullable Object task(Thread thread) {
    Object task = TARGET.exists() ? TARGET.get(thread) : TASK.get(HOLDER.get(thread));
    return task == null ? MountedThreads.task(thread) : task;
  }
}
