package dev.uncork.boot.jvm;

import org.jspecify.annotations.Nullable;

/** Tells virtual threads from others on every JDK, and finds them. */
public final class VirtualThreads {
  private static final @Nullable Class<?> TYPE = type();

  private VirtualThreads() {}

  /** Whether a thread is virtual. */
  public static boolean isOne(Thread thread) {
    return TYPE != null && TYPE.isInstance(thread);
  }

  /** Whether the program has ever had one. */
  public static boolean exist() {
    return TYPE != null && Fence.initialized0(TYPE);
  }

  /** All there are. Walks the heap, unless the program has never had any. */
  static Object[] all() {
    return TYPE != null && exist() ? Fence.instances0(TYPE) : new Object[0];
  }

  private static @Nullable Class<?> type() {
    try {
      return Class.forName("java.lang.BaseVirtualThread", false, null);
    } catch (ClassNotFoundException e) {
      return null; // JDK 20 or older.
    }
  }
}
