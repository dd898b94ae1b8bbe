package dev.uncork.concurrent;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Locks that are used alike, and whether reserving them pays: when too many of their reservations
 * are revoked, none of them is reserved any more.
 *
 * <p>A revocation costs some microseconds, an acquire of a reserved lock saves some nanoseconds. So
 * a group is switched off, for good, by the 32nd revocation within 25 seconds (the numbers are near
 * HotSpot's for its biased locks). Locks that are reserved then stay so until another thread wants
 * them.
 *
 * <p>Give each kind of lock a group of its own, in a constant: {@code private static final
 * ReservationGroup GROUP = new ReservationGroup("com.acme.Buffer")}.
 */
public final class ReservationGroup {
  /** The group of locks made without one. */
  static final ReservationGroup SHARED = new ReservationGroup("shared");

  private static final int REVOCATIONS_LIMIT = 32;
  private static final long WINDOW_NANOS = 25_000_000_000L;

  private final String name;
  private final int limit;
  private final LongAdder reservations = new LongAdder();
  private volatile @Nullable String offReason;
  private volatile boolean reserving;

  // Guarded by this; revocations are rare.
  private long revocations;
  private long windowBegin;
  private int revocationsInWindow;

  /** A group that starts switched on, where locks can be reserved at all. */
  public ReservationGroup(String name) {
    this(name, REVOCATIONS_LIMIT);
  }

  ReservationGroup(String name, int limit) {
    this.name = name;
    this.limit = limit;
    String unavailable = AsymmetricFence.UNAVAILABLE;
    if (unavailable.isEmpty()) {
      reserving = true;
    } else {
      offReason = unavailable;
    }
  }

  /** The name that it was given. */
  public String name() {
    return name;
  }

  /** Reservations made so far. */
  public long reservations() {
    return reservations.sum();
  }

  /** Reservations revoked so far, because another thread wanted the lock. */
  public synchronized long revocations() {
    return revocations;
  }

  /** Whether locks are still being reserved. */
  public boolean isReserving() {
    return reserving;
  }

  /** Why no lock is reserved any more, in one line; empty while they are. */
  public String offReason() {
    String reason = offReason;
    return reason == null ? "" : reason;
  }

  /** Reserves no more locks from now on: the kill switch. */
  public void switchOff() {
    switchOff("switched off by the program");
  }

  void reserved() {
    reservations.increment();
  }

  synchronized void revoked() {
    revocations++;
    long now = System.nanoTime();
    if (revocationsInWindow == 0 || now - windowBegin > WINDOW_NANOS) {
      windowBegin = now;
      revocationsInWindow = 0;
    }
    revocationsInWindow++;
    if (revocationsInWindow >= limit && reserving) {
      switchOff(
          revocationsInWindow
              + " reservations were revoked within "
              + (now - windowBegin) / 1_000_000
              + " ms, "
              + revocations
              + " of "
              + reservations()
              + " in all");
    }
  }

  private synchronized void switchOff(String reason) {
    if (reserving) {
      offReason = reason;
      reserving = false;
    }
  }

  @Override
  public String toString() {
    return "ReservationGroup["
        + name
        + ": "
        + reservations()
        + " reserved, "
        + revocations()
        + " revoked"
        + (reserving ? "" : ", off: " + offReason())
        + "]";
  }
}
