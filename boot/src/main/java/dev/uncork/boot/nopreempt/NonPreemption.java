package dev.uncork.boot.nopreempt;

import dev.uncork.boot.jvm.VirtualThreads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What rewritten methods call around the critical sections of hot locks, so that a thread keeps its
 * processor while it holds one: temporary non-preemption (Edler et al. 1988), applied to the locks
 * that statistics name (Odaira and Hiraki).
 *
 * <p>Two ways, by what the kernel has. The time-slice extension is asked for at each section by a
 * store to memory. Longer ordinary slices are given once to each thread that enters a section, and
 * taken away at the end; so that no thread gets more of the processor by them, it gives the
 * processor back by itself after a turn of usual length, between two sections: it is preempted
 * there rather than inside. Virtual threads are left alone: they have no processor of their own.
 *
 * <p>A method keeps in a local variable what {@link #enter} returned: the address of the bytes that
 * the thread shares with the kernel if this section asks, else 0. So the end of a section needs no
 * look-up, one that didn't ask ends nothing, and a nested one is known by the request that is there
 * already. The beginning finds the address in a table of slots by the thread's id, which no two
 * threads of a JVM have in common; a thread whose slot has another's goes the slow way and takes
 * the slot. Together that is about 20 instructions a section. With longer slices the bytes are
 * known to no kernel, and only tell whether the thread is inside.
 *
 * <p>A way is switched on and off by taking all slots back: each thread then goes the slow way
 * once.
 */
public final class NonPreemption {
  /** How threads are kept from being preempted. */
  public enum Way {
    /** The time-slice extension of restartable sequences. */
    EXTENSION(0),

    /**
     * Longer ordinary time slices. A thread that yields is charged the rest of its slice (Linux
     * 6.18, {@code yield_task_fair}): threads with such slices share a processor evenly among
     * themselves, but have less of it than others beside them.
     */
    LONGER_SLICE(20_000_000),

    /**
     * Slices hardly longer than a thread's turn: locks are held worse by them, and next to nothing
     * of the processor is lost to others.
     */
    MEDIUM_SLICE(3_000_000);

    /** Length of the slices that threads are given; 0 for the system's own. */
    private final long sliceNanos;

    Way(long sliceNanos) {
      this.sliceNanos = sliceNanos;
    }

    /** Whether threads are given slices, and give the processor back after a turn. */
    public boolean givesSlices() {
      return sliceNanos > 0;
    }
  }

  /** Counts since the class was loaded. */
  public record Counts(long granted, long yielded, long revoked, long lent) {}

  private static final AtomicLong YIELDED = new AtomicLong();
  private static final AtomicLong REVOKED = new AtomicLong();
  private static final AtomicLong LENT = new AtomicLong();
  private static final Set<Integer> LENGTHENED = ConcurrentHashMap.newKeySet();
  private static final ThreadLocal<@Nullable ThreadSlice> SLICES = new ThreadLocal<>();
  private static final int SLOTS = 1024;
  private static final ThreadSlice[] NEAR = new ThreadSlice[SLOTS];
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(ThreadSlice[].class);

  /** What a section keeps that doesn't ask. */
  private static final long NOTHING = 0;

  /** What the ways are made of; another one in tests. */
  static volatile Source source = new Source();

  static {
    Arrays.fill(NEAR, ThreadSlice.NOBODY);
  }

  /** Whether a section was ever seen to begin inside of another while slices were longer. */
  private static volatile boolean nested;

  /** Null while nothing is asked for. */
  private static volatile @Nullable Way active;

  private NonPreemption() {}

  /** The kernel. */
  static class Source {
    /** The address of the calling thread's bytes, 0 where there are none. */
    long attach() {
      return SliceKernel.attach0();
    }

    /** The address of bytes of the calling thread that no kernel knows of. */
    long unshared() {
      return SliceKernel.unshared0();
    }

    /** Gives the processor back; true when time was left that the kernel had added. */
    boolean yieldNow() {
      return SliceKernel.yield0();
    }

    /** The kernel's number of the calling thread. */
    int threadId() {
      return SliceKernel.threadId0();
    }

    /** Sets the length of a thread's slices, 0 for the system's own; 0 or an errno. */
    int lengthen(int thread, long nanos) {
      return SliceKernel.lengthen0(thread, nanos);
    }

    /** Lets others have the processor. */
    void giveBack() {
      Thread.yield();
    }
  }

  /** Why a way does not work for the calling thread, in one line; null when it does. */
  public static @Nullable String probe(Way wanted) {
    try {
      // Not the least of it: the first use of SliceBytes, which the JVM may not let us have.
      if (!SliceBytes.areBusy(SliceBytes.BUSY)) {
        return "memory can't be written to by its address";
      }
      if (wanted == Way.EXTENSION) {
        return SliceKernel.attach0() != 0 ? null : SliceKernel.attachFailure();
      }
      int thread = source.threadId();
      int error = source.lengthen(thread, wanted.sliceNanos);
      if (error != 0) {
        return SliceKernel.lengthenFailure(error);
      }
      source.lengthen(thread, 0);
      return null;
    } catch (LinkageError e) {
      return "the native library or the JDK here is of another kind: " + e;
    }
  }

  /** Lets sections ask from now on. */
  public static void switchOn(Way chosen) {
    turnTo(chosen);
    if (!chosen.givesSlices()) {
      giveBackLengths();
      return;
    }
    for (Integer thread : LENGTHENED) {
      if (source.lengthen(thread, chosen.sliceNanos) != 0) {
        LENGTHENED.remove(thread); // it has ended
      }
    }
  }

  /** {@link #switchOn}, unless it is on. */
  public static void keepOn(Way chosen) {
    if (active != chosen) {
      switchOn(chosen);
    }
  }

  /** Sections that begin from now on ask for nothing; slices get their own length back. */
  public static void switchOff() {
    turnTo(null);
    giveBackLengths();
  }

  private static void giveBackLengths() {
    for (Integer thread : LENGTHENED) {
      source.lengthen(thread, 0); // fails for those that have ended, as it may
    }
  }

  /** Volatile accesses, which pair with those in {@link #search}: one of the two sees the other. */
  private static void turnTo(@Nullable Way way) {
    active = way;
    for (int i = 0; i < SLOTS; i++) {
      SLOT.setVolatile(NEAR, i, ThreadSlice.NOBODY);
    }
  }

  /** What is in a thread's slot: its own, or another's. */
  private static ThreadSlice near(long threadId) {
    return NEAR[(int) threadId & (SLOTS - 1)];
  }

  /** The calling thread's own; null for virtual threads. */
  private static @Nullable ThreadSlice own(long threadId) {
    ThreadSlice slice = near(threadId);
    return slice.threadId == threadId ? slice : search(threadId);
  }

  /** The slow way to the calling thread's own, which takes its slot; null for virtual threads. */
  private static @Nullable ThreadSlice search(long threadId) {
    if (VirtualThreads.isOne(Thread.currentThread())) {
      return null;
    }
    ThreadSlice slice = SLICES.get();
    if (slice == null) {
      slice = new ThreadSlice(threadId);
      SLICES.set(slice);
    }
    Way way;
    do {
      way = active;
      slice.turnTo(way);
      SLOT.setVolatile(NEAR, (int) threadId & (SLOTS - 1), slice);
    } while (way != active);
    return slice;
  }

  /** Gives the calling thread slices of this way until another is switched on, or none. */
  static void lengthen(Way way) {
    int thread = source.threadId();
    if (source.lengthen(thread, way.sliceNanos) == 0) {
      LENGTHENED.add(thread);
      Way now = active;
      if (now != way) { // it was switched off meanwhile
        source.lengthen(thread, now == null ? 0 : now.sliceNanos);
      }
    }
  }

  /** The kernel has done something about a request that has just been withdrawn. */
  private static void answered(long control, boolean lockHeld) {
    if (!SliceBytes.granted(control)) {
      REVOKED.incrementAndGet();
    } else if (lockHeld) {
      LENT.incrementAndGet();
    } else if (source.yieldNow()) {
      YIELDED.incrementAndGet();
    } else {
      REVOKED.incrementAndGet();
    }
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

  /**
   * Sections that threads have begun since a way was last switched on or off, but for a few of
   * threads that share a slot.
   */
  public static long sections() {
    long sum = 0;
    for (int i = 0; i < SLOTS; i++) {
      sum += ((ThreadSlice) SLOT.getVolatile(NEAR, i)).sections;
    }
    return sum;
  }

  /** Whether a section was ever seen to begin inside of another; only longer slices tell. */
  public static boolean nested() {
    return nested;
  }

  /** Whether the calling thread is kept on its processor: by a request, a grant, longer slices. */
  public static boolean kept() {
    ThreadSlice slice = SLICES.get();
    Way way = active;
    return slice != null
        && (slice.busy() || (slice.lengthened() && way != null && way.givesSlices()));
  }

  /** Whether a request of the calling thread is set at this moment. */
  public static boolean requested() {
    ThreadSlice slice = SLICES.get();
    return slice != null && slice.requested();
  }

  /**
   * {@link #enter()}, with the lock that is about to be taken; with null the program gets its
   * exception, and nothing happens.
   */
  public static long enter(@Nullable Object lock) {
    return lock == null ? NOTHING : enter();
  }

  /**
   * A lock is about to be taken.
   *
   * @return what the method keeps for the end of the section
   */
  public static long enter() {
    try {
      ThreadSlice slice = own(SliceBytes.threadId());
      if (slice == null) {
        return NOTHING;
      }
      long control = slice.control;
      long sections = ++slice.sections;
      if (SliceBytes.areBusy(control)) {
        return inside(slice);
      }
      if (sections >= slice.lookAt) {
        slice.look();
      }
      SliceBytes.ask(control);
      return control;
    } catch (Throwable ignored) {
      return NOTHING; // The application goes on as if nothing had been asked for.
    }
  }

  /**
   * A lock was just taken, with no place to call {@link #enter()} before.
   *
   * @return what the method keeps for the end of the section
   */
  public static long entered() {
    try {
      ThreadSlice slice = own(SliceBytes.threadId());
      if (slice == null) {
        return NOTHING;
      }
      slice.sections++;
      return ask(slice);
    } catch (Throwable ignored) {
      return NOTHING; // As above.
    }
  }

  /** {@link #extend()}, as {@link #enter(Object)} is to {@link #enter()}. */
  public static long extend(@Nullable Object lock) {
    return lock == null ? NOTHING : extend();
  }

  /**
   * A lock is about to be taken, or was just taken, where {@link Way#EXTENSION} is all that is ever
   * used: neither counts the section nor ends a turn.
   *
   * @return what the method keeps for the end of the section
   */
  public static long extend() {
    try {
      ThreadSlice slice = own(SliceBytes.threadId());
      return slice == null ? NOTHING : ask(slice);
    } catch (Throwable ignored) {
      return NOTHING; // As above.
    }
  }

  private static long ask(ThreadSlice slice) {
    long control = slice.control;
    if (SliceBytes.areBusy(control)) {
      return inside(slice);
    }
    SliceBytes.ask(control);
    return control;
  }

  /** A section doesn't ask: it is inside of another, or none does. */
  private static long inside(ThreadSlice slice) {
    if (!nested && slice.asksNoKernel()) {
      nested = true;
    }
    return NOTHING;
  }

  /**
   * A lock is about to be taken, where slices are all that is ever used. Whether the thread holds
   * another isn't known: only for locks that aren't taken inside of each other.
   */
  public static void turn() {
    try {
      ThreadSlice slice = own(SliceBytes.threadId());
      if (slice != null && ++slice.sections >= slice.lookAt) {
        slice.look();
      }
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /** A lock was just taken, where {@link #turn} has no place before. */
  public static void counted() {
    try {
      ThreadSlice slice = own(SliceBytes.threadId());
      if (slice != null) {
        slice.sections++;
      }
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /** The calling thread is between two sections: the place to give the processor back. */
  public static void between() {
    try {
      long threadId = SliceBytes.threadId();
      ThreadSlice slice = near(threadId);
      if (slice.threadId == threadId
          && slice.sections >= slice.lookAt
          && !SliceBytes.areBusy(slice.control)) {
        slice.look();
      }
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /** The lock of a section was given back. */
  public static void leave(long kept) {
    try {
      if (kept > NOTHING && !SliceBytes.withdraw(kept)) {
        answered(kept, false);
      }
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /** The lock of a section is about to be given back: no reason to yield yet. */
  public static void leaving(long kept) {
    try {
      if (kept > NOTHING && !SliceBytes.withdraw(kept)) {
        answered(kept, true);
      }
    } catch (Throwable ignored) {
      // As above.
    }
  }

  /**
   * The thread is about to wait inside of a section.
   *
   * @return what the method keeps meanwhile: the same below zero, with which nothing can be ended
   */
  public static long pause(long kept) {
    try {
      if (kept > NOTHING) {
        SliceBytes.withdraw(kept); // what was granted ends when the thread goes to sleep
        return -kept;
      }
    } catch (Throwable ignored) {
      // As above.
    }
    return kept;
  }

  /**
   * The thread has waited inside of a section.
   *
   * @return what the method keeps from now on
   */
  public static long resume(long kept) {
    try {
      if (kept < NOTHING && active != null && !SliceBytes.areBusy(-kept)) {
        SliceBytes.ask(-kept);
        return -kept;
      }
    } catch (Throwable ignored) {
      // As above.
    }
    return kept;
  }
}
