package dev.uncork.boot.reserve;

import org.jspecify.annotations.Nullable;

/**
 * What a rewritten class is: an object that carries the reservation of its own monitor. Only {@link
 * ReserveHooks} calls it.
 *
 * <p>A reservation is a plain object here: HotSpot 17 doesn't inline a method whose signature names
 * a class that the method's own class loader hasn't loaded, and an application's hasn't.
 */
public interface Reservable {
  /** A {@link MonitorReservation}, or null while it learns; read without order. */
  @Nullable Object uncork$reservation();

  /** Set with the object's monitor held, to revoked by a revoker, or to null in a fresh copy. */
  void uncork$reservation(@Nullable Object reservation);

  /** What was learnt: thread and number of acquires. Read and written with the monitor held. */
  int uncork$learnt();

  /** Remembers what was learnt. */
  void uncork$learnt(int learnt);
}
