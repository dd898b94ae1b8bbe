package dev.uncork.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One reservation of one lock for one thread: made once, revoked at most once, never used again.
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
 *   <li>One revoker at a time: all revoke under the plain lock.
 * </ul>
 *
 * <p>What every acquire and release runs is in methods of at most 35 bytes of code, which HotSpot
 * inlines everywhere: one that it only calls makes the lock several times as dear.
 */
final class Reservation {
  /** Stands for a reservation that was revoked; nobody owns it. */
  static final Reservation REVOKED = new Reservation(null);

  private static final VarHandle HELD;
  private static final VarHandle REVOKED_FLAG;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HELD = lookup.findVarHandle(Reservation.class, "held", int.class);
      REVOKED_FLAG = lookup.findVarHandle(Reservation.class, "revoked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final @Nullable Thread owner;

  /** How many times the owner holds the lock; written by the owner only. */
  private int held;

  private int revoked;
  private volatile @Nullable Thread revoker;

  Reservation(@Nullable Thread owner) {
    this.owner = owner;
  }

  /** Takes the lock once more, without atomic instructions. Called by the owner only. */
  boolean enter() {
    int holds = held;
    return holds == 0 ? enterFirst() : enterAgain(holds);
  }

  private boolean enterFirst() {
    try {
      HELD.setOpaque(this, 1);
      VarHandle.acquireFence();
      return admitted();
    } catch (StackOverflowError e) {
      held = 0; // No call here: there is no stack left for one.
      throw e;
    }
  }

  private boolean admitted() {
    return (int) REVOKED_FLAG.getOpaque(this) == 0 || refused();
  }

  private boolean enterAgain(int holds) {
    if (holds == Integer.MAX_VALUE) {
      throw new Error("Maximum lock count exceeded");
    }
    HELD.setOpaque(this, holds + 1);
    return true;
  }

  private boolean refused() {
    HELD.setRelease(this, 0);
    wakeRevoker();
    return false;
  }

  /** Gives the lock back once. Called by the owner only, while it holds the lock. */
  void exit() {
    int holds = held;
    if (holds != 1) {
      HELD.setOpaque(this, holds - 1);
      return;
    }
    HELD.setRelease(this, 0);
    VarHandle.acquireFence();
    wakeWhenRevoked();
  }

  private void wakeWhenRevoked() {
    if ((int) REVOKED_FLAG.getOpaque(this) != 0) {
      wakeRevoker();
    }
  }

  /** How many times the owner holds the lock. Right when called by the owner. */
  int holds() {
    return held;
  }

  /** Makes a fresh reservation one that its owner holds already. */
  Reservation entered(int holds) {
    held = holds;
    return this;
  }

  /**
   * Ends the reservation; then the caller waits until it is {@link #idle}. Called under the plain
   * lock, by any thread, again after a wait that was given up.
   */
  void revoke() {
    announce(Thread.currentThread());
    AsymmetricFence.heavy(this);
  }

  /** The part of revoking before the barrier. */
  void announce(@Nullable Thread waiting) {
    revoker = waiting;
    REVOKED_FLAG.setVolatile(this, 1);
  }

  /** Whether the owner doesn't hold the lock; once true after {@link #revoke}, it stays true. */
  boolean idle() {
    return (int) HELD.getAcquire(this) == 0;
  }

  private void wakeRevoker() {
    Thread waiting = revoker;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }
}
