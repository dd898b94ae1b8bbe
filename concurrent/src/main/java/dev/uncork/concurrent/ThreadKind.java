package dev.uncork.concurrent;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Whether a thread is a virtual one, on a JDK that has them or not. */
final class ThreadKind {
  private static final @Nullable MethodHandle IS_VIRTUAL = find();

  private ThreadKind() {}

  static boolean isVirtual(Thread thread) {
    MethodHandle isVirtual = IS_VIRTUAL;
    if (isVirtual == null) {
      return false;
    }
    try {
      return (boolean) isVirtual.invokeExact(thread);
    } catch (Throwable e) {
      throw new AssertionError("Thread.isVirtual throws nothing", e);
    }
  }

  private static @Nullable MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null; // JDK 20 or older.
    }
  }
}
