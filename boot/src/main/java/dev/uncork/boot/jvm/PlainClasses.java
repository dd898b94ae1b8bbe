package dev.uncork.boot.jvm;

import org.jspecify.annotations.Nullable;

/**
 * Classes of which no object concerns a remedy, each where its hash says, in place of another.
 *
 * <p>Only where the JVM walks an object's interfaces each time that one isn't among them, which
 * costs more than the lock: HotSpot up to 22. Elsewhere they would only keep locks from being
 * elided.
 */
public final class PlainClasses {
  private static final int MASK = 0xff;
  private static final int FIRST_WITHOUT_WALKS = 23;

  private static final Class<?>[] CLASSES = new Class<?>[MASK + 1];

  /** Known when the JVM has started. */
  private static boolean walking;

  private PlainClasses() {}

  /** The JVM has started, and can be asked for its version. */
  public static void jvmStarted() {
    walking = Runtime.version().feature() < FIRST_WITHOUT_WALKS;
  }

  /** Whether an object's class was added, and not replaced by another. */
  public static boolean hasClassOf(@Nullable Object object) {
    return walking && object != null && has(object.getClass());
  }

  private static boolean has(Class<?> type) {
    return CLASSES[slot(type)] == type;
  }

  /** Adds an object's class if it is one that is never unloaded. */
  public static void addClassOf(@Nullable Object object) {
    if (walking && object != null) {
      add(object.getClass());
    }
  }

  private static void add(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if ((loader == null || loader == ClassLoader.getSystemClassLoader()) && !type.isHidden()) {
      CLASSES[slot(type)] = type;
    }
  }

  private static int slot(Class<?> type) {
    return System.identityHashCode(type) & MASK;
  }
}
