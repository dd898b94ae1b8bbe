package dev.uncork.boot;

import org.jspecify.annotations.Nullable;

/** Tells virtual threads from others on every JDK. */
final class VirtualThreads {
  private static final @Nullable Class<?> TYPE = type();

  private VirtualThreads() {}

  static boolean isOne(Thread thread) {
    return TYPE != null && TYPE.isInstance(thread);
  }

  private static @Nullable Class<?> type() {
    try {
      return Class.forName("java.lang.BaseVirtualThread", false, null);
    } catch (ClassNotFoundException e) {
      return null; // JDK 20 or older.
    }
  }
}
