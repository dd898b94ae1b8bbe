package dev.uncork.boot.cores;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds the program's own threads on some of the CPUs, and gives all of them back; see the native
 * library's {@code thread_hold.h}.
 *
 * <p>Meanwhile {@code Runtime.availableProcessors()} answers a number that is told: a pool that is
 * made in a window of the experiment isn't sized by it. To be called by one thread of Uncork at a
 * time, since that thread's own CPUs are taken for those of the process.
 */
public final class ProgramCores {
  /** Limit of a hold that has none. */
  public static final long FOR_EVER = 0;

  private static boolean prepared;

  private ProgramCores() {}

  /**
   * Makes ready.
   *
   * @param serviceNames what names of threads begin with, as the kernel shows them, that aren't the
   *     program's
   * @return null, or why threads can't be held here, in one line
   */
  public static synchronized @Nullable String prepare(List<String> serviceNames) {
    if (prepared) {
      return "the program's threads are held already";
    }
    String reason = prepare0(serviceNames.toArray(String[]::new));
    if (reason == null) {
      reason = bind0(Runtime.class, management());
      if (reason != null) {
        finish0();
      }
    }
    prepared = reason == null;
    return reason;
  }

  /** Gives back what is held, and undoes {@link #prepare}. */
  public static synchronized void finish() {
    if (prepared) {
      prepared = false;
      finish0();
      unbind0(Runtime.class, management());
    }
  }

  /** The CPUs that the process may use. */
  public static BitSet allowed() {
    return BitSet.valueOf(allowed0());
  }

  /** How many CPUs the JVM says there are for the process, whatever is held. */
  public static int available() {
    return available0();
  }

  /**
   * Holds the threads on these CPUs until {@link #release}.
   *
   * @param limitNanos after which they are given back all the same, or {@link #FOR_EVER}
   * @param available what {@code Runtime.availableProcessors()} answers meanwhile
   * @return how many threads that were; a negative errno where it isn't possible
   */
  public static int hold(BitSet cpus, long limitNanos, int available) {
    return hold0(cpus.toLongArray(), limitNanos, available);
  }

  /**
   * Gives all back.
   *
   * @return how many threads and processes; -1 where the limit of the hold had been reached
   */
  public static int release() {
    return release0();
  }

  /**
   * Sees to it, during a long hold, that threads of the program which began where all CPUs are
   * allowed are held, and such of the JVM's and Uncork's that inherited the hold aren't.
   */
  public static void tend() {
    tend0();
  }

  /** Looks which threads there are, for {@link #cpuNanos} of a time in which none is held. */
  public static void look() {
    look0();
  }

  /** CPU time of the program's own threads, those that have ended included. */
  public static long cpuNanos() {
    return cpuNanos0();
  }

  /** The other class of the JDK that asks the JVM; null where its module is missing. */
  private static @Nullable Class<?> management() {
    try {
      return Class.forName("sun.management.VMManagementImpl", false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static native @Nullable String prepare0(String[] serviceNames);

  private static native long[] allowed0();

  private static native int available0();

  private static native int hold0(long[] cpus, long limitNanos, int available);

  private static native int release0();

  private static native void tend0();

  private static native void look0();

  private static native long cpuNanos0();

  private static native void finish0();

  private static native @Nullable String bind0(Class<?> runtime, @Nullable Class<?> management);

  private static native void unbind0(Class<?> runtime, @Nullable Class<?> management);
}
