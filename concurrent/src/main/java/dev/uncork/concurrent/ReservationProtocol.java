package dev.uncork.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a reservation of a lock or a monitor for one thread is made of: entering and leaving without
 * atomic instructions, until somebody revokes it.
 *
 * <p>An asymmetric Dekker protocol, after Kawachiya, Koseki and Onodera (OOPSLA 2002) and Dice,
 * Moir and Scherer. The owner stores {@code held}, then loads {@code revoked}; a revoker stores
 * {@code revoked}, then loads {@code held}. Both need their store to be seen before their load. The
 * revoker, who is rare, runs a barrier on every processor of the process, which orders the owner's
 * accesses too; so the owner needs only that its compiler keeps them in order. For that, both are
 * opaque and an acquire fence stands between them, which on x86 is no instruction.
 *
 * <p>What makes it right:
 *
 * <ul>
 *   <li>If the owner's load comes before the barrier in its program order, so does its store, and
 *       the revoker sees {@code held != 0} and waits; else the owner sees {@code revoked} and backs
 *       off. The same holds at the end: either the revoker sees {@code held == 0}, or the owner
 *       sees {@code revoked} and wakes it.
 *   <li>{@code revoked} is never taken back, so an owner that reads 0 knows that nobody was in the
 *       critical section since its last visit: entering needs no acquire.
 *   <li>Leaving stores {@code held} with release, which pairs with the acquire in {@link #idle}.
 *   <li>Constants are stored, not {@code held + 1}: a store must not wait for a load.
 *   <li>One revoker at a time, which subclasses see to.
 * </ul>
 *
 * <p>What every acquire and release runs is in methods of at most 35 bytes of code, which HotSpot
 * inlines everywhere: one that it only calls makes the lock several times as dear.
 *
 * <p>Module {@code boot} compiles a copy of this file in a package of its own, since what lives in
 * the bootstrap loader can't share classes with this library. For the same reason handles are in a
 * class apart: there this one is used before the JVM can make them.
 */
class ReservationProtocol {
  /** Null for what nobody owns. */
  final @Nullable Thread owner;

  /** How many times the owner is inside; written by the owner only. */
  private int held;

  private int revoked;
  private volatile @Nullable Thread revoker;

  ReservationProtocol(@Nullable Thread owner) {
    this.owner = owner;
  }

  /** Enters once more, without atomic instructions. Called by the owner only. */
  final boolean enter() {
    int holds = held;
    return holds == 0 ? enterFirst() : enterAgain(holds);
  }

  private boolean enterFirst() {
    try {
      Handles.HELD.setOpaque(this, 1);
      VarHandle.acquireFence();
      return admitted();
    } catch (StackOverflowError e) {
      held = 0; // No call here: there is no stack left for one.
      throw e;
    }
  }

  private boolean admitted() {
    return (int) Handles.REVOKED_FLAG.getOpaque(this) == 0 || refused();
  }

  private boolean enterAgain(int holds) {
    if (holds == Integer.MAX_VALUE) {
      throw new Error("Maximum lock count exceeded");
    }
    Handles.HELD.setOpaque(this, holds + 1);
    return true;
  }

  private boolean refused() {
    leave();
    return false;
  }

  /**
   * Leaves once. Called by the owner only.
   *
   * @return false when there is nothing to leave
   */
  final boolean exit() {
    int holds = held;
    if (holds != 1) {
      return exitOther(holds);
    }
    Handles.HELD.setRelease(this, 0);
    VarHandle.acquireFence();
    wakeWhenRevoked();
    return true;
  }

  private boolean exitOther(int holds) {
    if (holds == 0) {
      return false;
    }
    Handles.HELD.setOpaque(this, holds - 1);
    return true;
  }

  private void wakeWhenRevoked() {
    if ((int) Handles.REVOKED_FLAG.getOpaque(this) != 0) {
      wakeRevoker();
    }
  }

  /** How many times the owner is inside. Right when called by the owner. */
  final int holds() {
    return held;
  }

  /** Makes a fresh reservation one that its owner has entered already. */
  final void enterFresh(int holds) {
    held = holds;
  }

  /** Leaves as often as the owner is inside. Called by the owner only. */
  final void leave() {
    Handles.HELD.setRelease(this, 0);
    wakeRevoker();
  }

  /**
   * The part of revoking before the barrier: lets nobody enter any more; whom the owner wakes when
   * it leaves, or null. True for the first to do so.
   */
  final boolean announce(@Nullable Thread waiting) {
    revoker = waiting;
    return close();
  }

  /** Lets nobody enter any more, without waiting for the owner to leave. True for the first. */
  final boolean close() {
    return (int) Handles.REVOKED_FLAG.getAndSet(this, 1) == 0;
  }

  /** The revoker waits no more. */
  final void endWait() {
    revoker = null;
  }

  /** Whether the owner is outside; once true after {@link #announce} and a barrier, it stays so. */
  final boolean idle() {
    return (int) Handles.HELD.getAcquire(this) == 0;
  }

  private void wakeRevoker() {
    Thread waiting = revoker;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }

  private static final class Handles {
    static final VarHandle HELD;
    static final VarHandle REVOKED_FLAG;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        HELD = lookup.findVarHandle(ReservationProtocol.class, "held", int.class);
        REVOKED_FLAG = lookup.findVarHandle(ReservationProtocol.class, "revoked", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }
}
