package dev.uncork.boot.reserve;

import dev.uncork.boot.jvm.Fence;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One reservation of one object's monitor for one thread: made once, revoked at most once.
 *
 * <p>The protocol is the one of {@code dev.uncork.concurrent.Reservation}, which explains why it is
 * right; this one cannot be shared with it, since it lives in the bootstrap loader, and here a
 * revoker must not hold the monitor while it waits: the owner may need it to get out (a block
 * inside a reserved method), and both would wait for ever. So revokers exclude each other by this
 * object's own monitor, which nobody else sees.
 *
 * <p>What every acquire and release runs is in methods of at most 35 bytes of code, which HotSpot
 * inlines everywhere: one that it only calls makes the lock several times as dear.
 */
public final class MonitorReservation {
  /** Stands for a reservation that was revoked; nobody owns it. */
  static final MonitorReservation REVOKED = new MonitorReservation(null, null);

  private static final int SPINS = 200;
  private static final int YIELDS = 10;

  /** The owner wakes us; should it have no stack left for that, we look ourselves. */
  private static final long PARK_NANOS = 20_000_000;

  final @Nullable Thread owner;

  /** The one of the object's class; null in tests. */
  final ReserveGroups.@Nullable Group group;

  /** How many times the owner is inside by this reservation; written by the owner only. */
  private int held;

  private int revoked;
  private volatile @Nullable Thread revoker;

  MonitorReservation(@Nullable Thread owner, ReserveGroups.@Nullable Group group) {
    this.owner = owner;
    this.group = group;
  }

  /** Enters once more, without atomic instructions. Called by the owner only. */
  boolean enter() {
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
    Handles.HELD.setOpaque(this, holds + 1);
    return true;
  }

  private boolean refused() {
    Handles.HELD.setRelease(this, 0);
    wakeRevoker();
    return false;
  }

  /**
   * Leaves once.
   *
   * @return false when there is nothing to leave: {@link #convert} made it a monitor's hold
   */
  boolean exit() {
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
  int holds() {
    return held;
  }

  /** Lets nobody enter any more, without waiting for the owner to leave. */
  void close() {
    Handles.REVOKED_FLAG.setVolatile(this, 1);
  }

  /** Whether the owner is outside; for the litmus test, after {@link #close} and a fence. */
  boolean idle() {
    return (int) Handles.HELD.getAcquire(this) == 0;
  }

  /**
   * Makes the holds of this reservation none; the caller, its owner, took the monitor instead. True
   * when nobody else had ended it before.
   */
  boolean convert() {
    boolean first = (int) Handles.REVOKED_FLAG.getAndSet(this, 1) == 0;
    Handles.HELD.setRelease(this, 0);
    wakeRevoker();
    return first;
  }

  /** Ends the reservation and returns when its owner is outside; true for the first to do so. */
  synchronized boolean revoke() {
    revoker = Thread.currentThread();
    boolean first = (int) Handles.REVOKED_FLAG.getAndSet(this, 1) == 0;
    Fence.heavy(owner);
    boolean interrupted = false;
    for (int tries = 0; (int) Handles.HELD.getAcquire(this) != 0; tries++) {
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < SPINS + YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, PARK_NANOS);
        interrupted |= Thread.interrupted(); // A monitor isn't interruptible.
      }
    }
    revoker = null;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return first;
  }

  private void wakeRevoker() {
    Thread waiting = revoker;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }

  /** Apart, since this class is used before the JVM can make them: Hashtable may be rewritten. */
  private static final class Handles {
    static final VarHandle HELD;
    static final VarHandle REVOKED_FLAG;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        HELD = lookup.findVarHandle(MonitorReservation.class, "held", int.class);
        REVOKED_FLAG = lookup.findVarHandle(MonitorReservation.class, "revoked", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }
}
