package dev.uncork.boot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten methods call around the critical sections of hot locks, so that a thread keeps its
 * processor while it holds one: temporary non-preemption (Edler et al. 1988), applied to the locks
 * that statistics name (Odaira and Hiraki).
 *
 * <p>Two ways, by what the kernel has: the time-slice extension is asked for at each section by a
 * store to memory; longer ordinary slices are given once to each thread that enters a section, and
 * taken away at the end. A section costs a thread-local look-up and three memory accesses then.
 * Virtual threads are left alone: they have no processor of their own.
 */
public final class NonPreemption {
  /** How threads are kept from being preempted. */
  public enum Way {
    /** The time-slice extension of restartable sequences. */
    EXTENSION,
    /** Longer ordinary time slices. */
    LONGER_SLICE
  }

  /** Length of the slices that {@link Way#LONGER_SLICE} gives. */
  public static final long LONG_SLICE_NANOS = 20_000_000;

  /** Counts since the class was loaded. */
  public record Counts(long granted, long yielded, long revoked, long lent) {}

  private static final AtomicLong YIELDED = new AtomicLong();
  private static final AtomicLong REVOKED = new AtomicLong();
  private static final AtomicLong LENT = new AtomicLong();
  private static final Set<Integer> LENGTHENED = ConcurrentHashMap.newKeySet();
  private static final ThreadLocal<ThreadSlice> SLICES = new Slices();
  private static final @Nullable MethodHandle IS_VIRTUAL = isVirtual();

  /** Null while nothing is asked for. */
  private static volatile @Nullable Way active;

  private NonPreemption() {}

  /** Not a lambda: these classes are defined before the JVM can make those for them. */
  private static final class Slices extends ThreadLocal<ThreadSlice> {
    @Override
    protected ThreadSlice initialValue() {
      return attach();
    }
  }

  /** Why a way does not work for the calling thread, in one line; null when it does. */
  public static @Nullable String probe(Way wanted) {
    try {
      if (wanted == Way.EXTENSION) {
        return SliceKernel.attach0() != null ? null : SliceKernel.attachFailure();
      }
      int thread = SliceKernel.threadId0();
      int error = SliceKernel.lengthen0(thread, LONG_SLICE_NANOS);
      if (error != 0) {
        return SliceKernel.lengthenFailure(error);
      }
      SliceKernel.lengthen0(thread, 0);
      return null;
    } catch (LinkageError e) {
      return "the native library in this JVM is of another version";
    }
  }

  /** Lets sections ask from now on. */
  public static void switchOn(Way chosen) {
    active = chosen;
    if (chosen == Way.LONGER_SLICE) {
      for (Integer thread : LENGTHENED) {
        if (SliceKernel.lengthen0(thread, LONG_SLICE_NANOS) != 0) {
          LENGTHENED.remove(thread); // it has ended
        }
      }
    }
  }

  /** Sections that begin from now on ask for nothing; slices get their own length back. */
  public static void switchOff() {
    active = null;
    for (Integer thread : LENGTHENED) {
      SliceKernel.lengthen0(thread, 0); // fails for those that have ended, as it may
    }
  }

  static @Nullable Way active() {
    return active;
  }

  /** Gives the calling thread longer slices until {@link #switchOff}. */
  static void lengthen() {
    int thread = SliceKernel.threadId0();
    if (SliceKernel.lengthen0(thread, LONG_SLICE_NANOS) == 0) {
      LENGTHENED.add(thread);
      if (active != Way.LONGER_SLICE) {
        SliceKernel.lengthen0(thread, 0); // it was switched off meanwhile
      }
    }
  }

  private static ThreadSlice attach() {
    try {
      return new ThreadSlice(virtual());
    } catch (Throwable e) {
      return new ThreadSlice(true); // this thread goes without
    }
  }

  private static @Nullable MethodHandle isVirtual() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException e) {
      return null; // JDK 17 to 20
    }
  }

  private static boolean virtual() throws Throwable {
    return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
  }

  static void granted(boolean yielded, boolean lockHeld) {
    if (yielded) {
      YIELDED.incrementAndGet();
    } else if (lockHeld) {
      LENT.incrementAndGet();
    } else {
      REVOKED.incrementAndGet();
    }
  }

  static void revoked() {
    REVOKED.incrementAndGet();
  }

  /**
   * What the kernel granted: ended by the thread itself, ended by the kernel inside the section, or
   * left to the kernel to end since the lock was still held (synchronized methods).
   */
  public static Counts counts() {
    long yielded = YIELDED.get();
    long revoked = REVOKED.get();
    long lent = LENT.get();
    return new Counts(yielded + revoked + lent, yielded, revoked, lent);
  }

  /** Sections that the calling thread is in; 0 when none of its requests can be set. */
  public static int depth() {
    return SLICES.get().depth();
  }

  /** Whether a request of the calling thread is set at this moment. */
  public static boolean requested() {
    return SLICES.get().requested();
  }

  /** A lock is about to be taken; with null the program gets its exception, and nothing happens. */
  public static void enter(@Nullable Object lock) {
    if (lock != null) {
      enter();
    }
  }

  /** A lock is about to be taken, or was just taken. */
  public static void enter() {
    try {
      SLICES.get().enter();
    } catch (Throwable ignored) {
      // The application goes on as if nothing had been asked for.
    }
  }

  /** The lock of the innermost section was given back. */
  public static void leave() {
    try {
      SLICES.get().leave();
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /** The lock of the innermost section is about to be given back. */
  public static void leaving() {
    try {
      SLICES.get().leaving();
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /** The thread is about to wait inside of a section. */
  public static void pause() {
    try {
      SLICES.get().pause();
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /** The thread has waited inside of a section. */
  public static void resume() {
    try {
      SLICES.get().resume();
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /** An exception is about to leave a method that may have been in a section. */
  public static void escape() {
    try {
      SLICES.get().escape();
    } catch (Throwable ignored) {
      // As above.
    }
  }
}
