package dev.uncork.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A litmus test of the reservation protocol on the running JVM: one thread enters and leaves as
 * fast as it can while another revokes, again and again.
 *
 * <p>The order of an opaque store and a later opaque load isn't promised by the Java memory model;
 * this looks whether compiled code keeps it. It lasts some 20 ms. Whatever it can't show within its
 * deadline counts as a failure.
 *
 * <p>Module {@code boot} compiles a copy of this file in a package of its own.
 */
final class ReservationLitmus implements Runnable {
  private static final long LENGTH_NANOS = 20_000_000;
  private static final long DEADLINE_NANOS = 20_000_000_000L;
  private static final int MIN_ROUNDS = 100;
  private static final int SETTLING_SPINS = 40;
  private static final int SPINS_BEFORE_YIELD = 1_000;
  private static final VarHandle ENTRIES;

  static {
    try {
      ENTRIES =
          MethodHandles.lookup().findVarHandle(ReservationLitmus.class, "entries", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final @Nullable Barrier barrier;
  private volatile @Nullable ReservationProtocol current;
  private volatile boolean ended;

  @SuppressWarnings("unused") // Through ENTRIES.
  private long entries;

  private ReservationLitmus(@Nullable Barrier barrier) {
    this.barrier = barrier;
  }

  /** Runs the test; returns what failed, in one line, or an empty text. */
  static String run(Barrier barrier) {
    long violations = violations(barrier, LENGTH_NANOS, MIN_ROUNDS);
    if (violations < 0) {
      return "the litmus test of the fence came to no end within "
          + DEADLINE_NANOS / 1_000_000_000
          + " s; is a processor available?";
    }
    return violations == 0
        ? ""
        : "the litmus test of the fence failed " + violations + " times: this JVM reorders";
  }

  /**
   * Counts how often the owner was inside together with the revoker.
   *
   * @param barrier what the revoker runs, or null for the control, which is expected to fail
   * @return the count, or -1 when the test could not be completed
   */
  static long violations(@Nullable Barrier barrier, long lengthNanos, int minRounds) {
    ReservationLitmus litmus = new ReservationLitmus(barrier);
    Thread owner = new Thread(null, litmus, "uncork-litmus", 0, false);
    owner.setDaemon(true);
    owner.start();
    try {
      return litmus.revokeAgainAndAgain(lengthNanos, minRounds);
    } finally {
      litmus.ended = true;
    }
  }

  /** The owner: enters each new reservation until it is revoked. */
  @Override
  public void run() {
    ReservationProtocol done = null;
    int waited = 0;
    while (!ended) {
      ReservationProtocol reservation = current;
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

  private long revokeAgainAndAgain(long lengthNanos, int minRounds) {
    long begin = System.nanoTime();
    long violations = 0;
    for (int round = 0; ; round++) {
      long elapsed = System.nanoTime() - begin;
      if (elapsed >= lengthNanos && round >= minRounds) {
        return violations;
      }
      long before = (long) ENTRIES.getOpaque(this);
      ReservationProtocol reservation = new ReservationProtocol(null);
      current = reservation;
      if (!awaitEntries(before + 3, begin + DEADLINE_NANOS)) {
        return -1;
      }
      for (int i = round % 64; i > 0; i--) {
        Thread.onSpinWait();
      }
      reservation.close();
      if (barrier != null && !barrier.run()) {
        return -1;
      }
      if (!awaitIdle(reservation, begin + DEADLINE_NANOS)) {
        return -1;
      }
      long inside = (long) ENTRIES.getOpaque(this);
      for (int i = 0; i < SETTLING_SPINS; i++) {
        Thread.onSpinWait();
      }
      if ((long) ENTRIES.getOpaque(this) != inside) {
        violations++;
      }
    }
  }

  private boolean awaitEntries(long more, long deadlineNanos) {
    for (int waited = 0; (long) ENTRIES.getOpaque(this) <= more; waited++) {
      if (System.nanoTime() - deadlineNanos > 0) {
        return false;
      }
      pause(waited);
    }
    return true;
  }

  /** Waits for the owner to leave a closed reservation; false when it is inside at the deadline. */
  static boolean awaitIdle(ReservationProtocol reservation, long deadlineNanos) {
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

  /** A barrier on every processor that runs a thread of this process; whether it was made. */
  interface Barrier {
    boolean run();
  }
}
