package dev.uncork.concurrent;

import org.jspecify.annotations.Nullable;

/**
 * One reservation of one lock for one thread: made once, revoked at most once, never used again.
 * All revoke under the plain lock.
 */
final class Reservation extends ReservationProtocol {
  /** Stands for a reservation that was revoked; nobody owns it. */
  static final Reservation REVOKED = new Reservation(null);

  Reservation(@Nullable Thread owner) {
    super(owner);
  }

  /** Makes a fresh reservation one that its owner holds already. */
  Reservation entered(int holds) {
    enterFresh(holds);
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
}
