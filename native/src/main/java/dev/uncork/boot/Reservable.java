package dev.uncork.boot;

import org.jspecify.annotations.Nullable;

/**
 * What a rewritten class is: an object that carries the reservation of its own monitor. Only {@link
 * ReserveHooks} calls it.
 */
public interface Reservable {
  /** Null while it learns; read without order. */
  @Nullable MonitorReservation uncork$reservation();

  /** Set with the object's monitor held, to revoked by a revoker, or to null in a fresh copy. */
  void uncork$reservation(@Nullable MonitorReservation reservation);

  /** What was learnt: thread and number of acquires. Read and written with the monitor held. */
  int uncork$learnt();

  /** Remembers what was learnt. */
  void uncork$learnt(int learnt);
}
