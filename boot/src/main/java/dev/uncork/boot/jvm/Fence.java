package dev.uncork.boot.jvm;

import org.jspecify.annotations.Nullable;

/**
 * What the JVM and the kernel tell or do for remedies, by the native library: an asymmetric fence,
 * monitors, live objects, methods.
 */
public final class Fence {
  private static final int REGISTER_PRIVATE_EXPEDITED = 1 << 4;
  private static final int PRIVATE_EXPEDITED = 1 << 3;

  private Fence() {}

  /** Tries the system call; null when it works, else why not, in one line. */
  public static @Nullable String probe() {
    int registered = membarrier0(REGISTER_PRIVATE_EXPEDITED);
    int done = registered < 0 ? registered : membarrier0(PRIVATE_EXPEDITED);
    return done >= 0
        ? null
        : "the kernel refused membarrier ("
            + done
            + "); Linux 4.14 or newer, and no sandbox that"
            + " forbids it, is needed";
  }

  /** Orders the accesses of a reservation's owner, wherever it runs, around this call. */
  public static void heavy(@Nullable Thread owner) {
    if (membarrier0(PRIVATE_EXPEDITED) < 0 && owner != null && owner != Thread.currentThread()) {
      owner.getStackTrace(); // Stops it at a safepoint, which orders as well.
    }
  }

  private static native int membarrier0(int command);

  /** JNI's MonitorEnter. */
  public static native void monitorEnter0(Object object);

  /** JNI's MonitorExit. */
  public static native void monitorExit0(Object object);

  /**
   * All live objects of exactly one class. Stops the VM and walks the heap; one walk at a time,
   * since two would take the objects from each other.
   */
  public static synchronized native Object[] instances0(Class<?> type);

  /**
   * The first method of a class or its superclasses that is synchronized, not static and still
   * takes the stock monitor, so that its objects can't be reserved; null when there is none. Loads
   * no class, which reflection would.
   */
  public static native @Nullable String stockMethod0(Class<?> type);

  /** The first static method of a class itself that is synchronized; null when there is none. */
  public static native @Nullable String stockStaticMethod0(Class<?> type);

  /**
   * The first method of one of these classes, which were retransformed, that a platform thread or
   * one of the given virtual threads is in although it was replaced, and in which it may still
   * enter a monitor, as {@code CLASS.METHOD}; null when there is none.
   */
  public static native @Nullable String oldCode0(Object[] classes, Object[] virtualThreads);

  /** Whether a class has been initialized. */
  public static native boolean initialized0(Class<?> type);

  /**
   * Has native code's MonitorEnter go through {@code MonitorHooks} from now on.
   *
   * @return null when it does, else why not, in one line
   */
  public static native @Nullable String watchNativeCode0();
}
