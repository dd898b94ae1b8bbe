package dev.uncork.boot.reserve;

import dev.uncork.boot.jvm.Fence;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A litmus test of {@link MonitorReservation} on the running JVM: one thread enters and leaves as
 * fast as it can while another revokes. The order of an opaque store and a later opaque load isn't
 * promised by the memory model; this looks whether compiled code keeps it. It lasts some 20 ms;
 * what it can't show within its deadline counts as a failure.
 */
final class ReserveLitmus implements Runnable {
  private static final long LENGTH_NANOS = 20_000_000;
  private static final long DEADLINE_NANOS = 20_000_000_000L;
  private static final int MIN_ROUNDS = 100;
  private static final int SETTLING_SPINS = 40;
  private static final int SPINS_BEFORE_YIELD = 1_000;
  private static final String NO_END =
      "the litmus test of the fence came to no end within "
          + DEADLINE_NANOS / 1_000_000_000
          + " s; is a processor available?";
  private static final VarHandle ENTRIES;

  static {
    try {
      ENTRIES = MethodHandles.lookup().findVarHandle(ReserveLitmus.class, "entries", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile @Nullable MonitorReservation current;
  private volatile boolean ended;

  @SuppressWarnings("unused") // Through ENTRIES.
  private long entries;

  private ReserveLitmus() {}

  /** Runs the test; null when it passed, else what failed, in one line. */
  static @Nullable String failure() {
    ReserveLitmus litmus = new ReserveLitmus();
    Thread owner = new Thread(null, litmus, "uncork-litmus", 0, false);
    owner.setDaemon(true);
    owner.start();
    try {
      return litmus.revokeAgainAndAgain();
    } finally {
      litmus.ended = true;
    }
  }

  /** The owner: enters each new reservation until it is closed. */
  @Override
  public void run() {
    MonitorReservation done = null;
    int waited = 0;
    while (!ended) {
      MonitorReservation reservation = current;
      if (reservation == null || reservation == done) {
        pause(waited++);
        continue;
      }
      waited = 0;
      while (reservation.enter()) {
        ENTRIES.setOpaque(this, (long) ENTRIES.getOpaque(this) + 1);
        reservation.exit();
      }
      done = reservation;
    }
  }

  private @Nullable String revokeAgainAndAgain() {
    long begin = System.nanoTime();
    for (int round = 0; round < MIN_ROUNDS || System.nanoTime() - begin < LENGTH_NANOS; round++) {
      long before = (long) ENTRIES.getOpaque(this);
      MonitorReservation reservation = new MonitorReservation(null, null);
      current = reservation;
      int waited = 0;
      while ((long) ENTRIES.getOpaque(this) - before <= 3) {
        if (System.nanoTime() - begin > DEADLINE_NANOS) {
          return NO_END;
        }
        pause(waited++);
      }
      for (int i = round % 64; i > 0; i--) {
        Thread.onSpinWait();
      }
      reservation.close();
      Fence.heavy(null);
      if (!awaitIdle(reservation, begin + DEADLINE_NANOS)) {
        return NO_END;
      }
      long inside = (long) ENTRIES.getOpaque(this);
      for (int i = 0; i < SETTLING_SPINS; i++) {
        Thread.onSpinWait();
      }
      if ((long) ENTRIES.getOpaque(this) != inside) {
        return "the litmus test of the fence failed: this JVM reorders";
      }
    }
    return null;
  }

  /** Waits for the owner to leave a closed reservation; false when it is inside at the deadline. */
  static boolean awaitIdle(MonitorReservation reservation, long deadlineNanos) {
    for (int waited = 0; !reservation.idle(); waited++) {
      if (System.nanoTime() - deadlineNanos > 0) {
        return false;
      }
      pause(waited);
    }
    return true;
  }

  private static void pause(int waited) {
    if (waited < SPINS_BEFORE_YIELD) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
