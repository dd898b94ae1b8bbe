package dev.uncork.boot.sample;

import org.jspecify.annotations.Nullable;

/**
 * Threads, their stacks and their CPU time, from the native library.
 *
 * <p>No call takes a lock of Java or runs code of the application, and none stops the VM. A walk
 * stops the one thread that is walked; it takes as long as that thread needs to come to a
 * safepoint, which is no time for one that waits.
 */
public final class ThreadStacks {
  /** Most frames that a walk gives. */
  public static final int MAX_FRAMES = 64;

  private ThreadStacks() {}

  /** The live platform threads, without those that the JVM hides. */
  public static native Thread[] threads0();

  /**
   * What a thread is doing, as JVMTI's {@code GetThreadState} tells it; 0 when it isn't alive.
   * Unlike {@link Thread#getState} it can't be overridden.
   */
  public static native int state0(Thread thread);

  /** CPU time that a thread has used; -1 when it isn't alive, or virtual. */
  public static native long cpuNanos0(Thread thread);

  /** The same of many threads; -1 also for those that are null. */
  public static native void cpuNanos0(@Nullable Thread[] threads, long[] nanos);

  /**
   * Walks the stack of a thread.
   *
   * @param frames receives the frames, innermost first: for each a method and a place in it, to be
   *     asked for by {@link #frame0} soon
   * @return number of frames; -1 when the thread isn't alive
   */
  public static native int walk0(Thread thread, long[] frames);

  /**
   * {@code com.acme.Cache.put(Cache.java:42)}; {@code (unloaded)} when its class is no more, null
   * without memory.
   */
  public static native @Nullable String frame0(long method, long location);

  /**
   * What the first field of an object that is declared as {@code Runnable} and isn't null holds;
   * null when there is none. Unlike reflection it loads no class.
   */
  public static native @Nullable Object runnableIn0(Object holder);
}
