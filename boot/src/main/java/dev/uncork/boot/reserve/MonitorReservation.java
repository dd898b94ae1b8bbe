package dev.uncork.boot.reserve;

import dev.uncork.boot.jvm.Fence;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One reservation of one object's monitor for one thread: made once, revoked at most once.
 *
 * <p>A revoker must not hold the monitor while it waits: the owner may need it to get out (a block
 * inside a reserved method), and both would wait for ever. So revokers exclude each other by this
 * object's own monitor, which nobody else sees.
 */
public final class MonitorReservation extends ReservationProtocol {
  /** Stands for a reservation that was revoked; nobody owns it. */
  static final MonitorReservation REVOKED = new MonitorReservation(null, null);

  private static final int SPINS = 200;
  private static final int YIELDS = 10;

  /** The owner wakes us; should it have no stack left for that, we look ourselves. */
  private static final long PARK_NANOS = 20_000_000;

  /** The one of the object's class; null in tests. */
  final ReserveGroups.@Nullable Group group;

  MonitorReservation(@Nullable Thread owner, ReserveGroups.@Nullable Group group) {
    super(owner);
    this.group = group;
  }

  /**
   * Makes the holds of this reservation none; the caller, its owner, took the monitor instead. True
   * when nobody else had ended it before.
   */
  boolean convert() {
    boolean first = close();
    leave();
    return first;
  }

  /** Ends the reservation and returns when its owner is outside; true for the first to do so. */
  synchronized boolean revoke() {
    boolean first = announce(Thread.currentThread());
    Fence.heavy(owner);
    boolean interrupted = false;
    for (int tries = 0; !idle(); tries++) {
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < SPINS + YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, PARK_NANOS);
        interrupted |= Thread.interrupted(); // A monitor isn't interruptible.
      }
    }
    endWait();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return first;
  }
}
