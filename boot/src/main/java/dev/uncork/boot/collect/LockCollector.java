package dev.uncork.boot.collect;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The Java face of the native lock collector, which counts every acquire that blocked.
 *
 * <p>Monitors are counted by JVMTI events without any Java code. Locks of {@code
 * java.util.concurrent} are counted through {@link #acquireBlocked} and {@link #waited}, which the
 * rewritten {@code AbstractQueuedSynchronizer} calls. Both end in the same per-thread tables, which
 * {@link #drain} merges.
 *
 * <p>The library is loaded once per JVM and stays mapped; {@link #start} and {@link #stop} may
 * alternate any number of times. {@code load}, {@code start}, {@code stop}, {@code drain}, {@code
 * className} and {@code stackFrames} are called by the agent's own thread only.
 */
public final class LockCollector {
  /** Version of this face; a late attach refuses a JVM that holds another one. */
  public static final int ABI_VERSION = 5;

  private static volatile @Nullable String loadedFrom;

  private LockCollector() {}

  /**
   * Loads the native library, once per JVM.
   *
   * @param path absolute path of {@code libuncork.so} as this process sees it
   * @return null when the library is loaded, else the reason why it is not, in one line
   */
  public static @Nullable String load(String path) {
    return load(path, System::load);
  }

  /**
   * Loads the native library, once per JVM, by other means than {@link System#load}, which JDK 24
   * and newer announce on standard error.
   *
   * @param path absolute path of {@code libuncork.so} as this process sees it
   * @param loader loads it into the loader of this class; may throw an {@code UnsatisfiedLinkError}
   * @return null when the library is loaded, else the reason why it is not, in one line
   */
  public static synchronized @Nullable String load(String path, Consumer<String> loader) {
    if (loadedFrom != null) {
      return null;
    }
    try {
      loader.accept(path);
      loadedFrom = path;
      return null;
    } catch (UnsatisfiedLinkError | SecurityException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Turns the monitor events on.
   *
   * @param stackBudgetPermille share of a thread's time, in thousandths, that walking waiter stacks
   *     may cost, and of all processors' time for all threads together; every event is walked while
   *     the budget lasts. With 0 only the first event of a lock is walked
   * @return null when events are on, else the reason, in one line
   */
  public static native @Nullable String start(int stackBudgetPermille);

  /** Turns all events off; counts gathered so far can still be drained. */
  public static native void stop();

  /**
   * Counts one acquire of a {@code java.util.concurrent} synchronizer that had to park.
   *
   * @param synchronizer the {@code AbstractQueuedSynchronizer}
   * @param identityHash its identity hash code
   * @param startNanos {@link System#nanoTime} before the first park
   * @param shared whether it was acquired in shared mode
   */
  public static void acquireBlocked(
      Object synchronizer, int identityHash, long startNanos, boolean shared) {
    blocked0(synchronizer, identityHash, startNanos, System.nanoTime(), shared);
  }

  /**
   * Counts one wait: on a condition of a lock, or for a synchronizer that is not a lock, such as a
   * {@code CountDownLatch}.
   *
   * @param synchronizer the synchronizer, for a condition the one that it belongs to
   * @param identityHash its identity hash code
   * @param startNanos {@link System#nanoTime} before the first park
   */
  public static void waited(Object synchronizer, int identityHash, long startNanos) {
    waited0(synchronizer, identityHash, startNanos, System.nanoTime());
  }

  private static native void blocked0(
      Object sync, int identityHash, long startNanos, long endNanos, boolean shared);

  private static native void waited0(Object sync, int identityHash, long startNanos, long endNanos);

  /**
   * Writes what was counted since the last call, in native byte order, the locks with the longest
   * total wait first; what does not fit stays for the next call. To be called until it returns 0:
   * these calls write what was counted before the first of them. With a buffer that is too small
   * for a record it only recycles tables and names stacks.
   *
   * <p>The layout of a record is in {@code dev.uncork.protocol.LockRecord}. The counts of a lock's
   * sites add up to its blocked acquires exactly.
   *
   * @param target a direct buffer
   * @return number of bytes written; whole records; 0 when nothing is left
   */
  public static native int drain(ByteBuffer target);

  /** Binary name of a class that {@link #drain} referred to. */
  public static native String className(int classId);

  /**
   * Frames of a stack that {@link #drain} referred to, innermost first, each {@code
   * com.acme.Cache.put(Cache.java:42)}.
   */
  public static native String[] stackFrames(int stackId);

  /**
   * Asks the collector to remember the lock object itself, weakly, at its next blocked acquire.
   *
   * @param identityHash identity hash code of the lock to watch; 0 to watch none
   */
  public static native void watch(int identityHash);

  /** The lock that {@link #watch} asked for, or null when it was not seen yet or has died. */
  public static native @Nullable Object watched();

  /**
   * The thread that owns a monitor now, or null when it is free, owned by a virtual thread (JVMTI
   * does not tell), or the VM gives no answer. Stops the VM for some 10 µs: for sampling only.
   */
  public static native @Nullable Thread monitorOwner(Object lock);

  /**
   * The exclusive owner recorded in an {@code AbstractOwnableSynchronizer}, or null. A plain read
   * without synchronization: for sampling only.
   */
  public static native @Nullable Thread synchronizerOwner(Object synchronizer);

  /** Native memory that the collector's tables use now, in bytes. */
  public static native long memoryBytes();
}
