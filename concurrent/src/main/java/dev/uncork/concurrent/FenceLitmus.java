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
 */
final class FenceLitmus implements Runnable {
  private static final long LENGTH_NANOS = 20_000_000;
  private static final long DEADLINE_NANOS = 5_000_000_000L;
  private static final int MIN_ROUNDS = 100;
  private static final int SETTLING_SPINS = 40;
  private static final int SPINS_BEFORE_YIELD = 1_000;
  private static final VarHandle ENTRIES;

  static {
    try {
      ENTRIES = MethodHandles.lookup().findVarHandle(FenceLitmus.class, "entries", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final @Nullable Membarrier fence;
  private volatile @Nullable Reservation current;
  private volatile boolean ended;

  @SuppressWarnings("unused") // Through ENTRIES.
  private long entries;

  private FenceLitmus(@Nullable Membarrier fence) {
    this.fence = fence;
  }

  /** Runs the test; returns what failed, in one line, or an empty text. */
  static String run(Membarrier fence) {
    long violations = violations(fence, LENGTH_NANOS, MIN_ROUNDS);
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
   * @param fence the barrier, or null for the control, which is expected to fail
   * @return the count, or -1 when the test could not be completed
   */
  static long violations(@Nullable Membarrier fence, long lengthNanos, int minRounds) {
    FenceLitmus litmus = new FenceLitmus(fence);
    Thread owner = new Thread(null, litmus, "uncork-fence-litmus", 0, false);
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
    Reservation done = null;
    int waited = 0;
    while (!ended) {
      Reservation reservation = current;
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
      Reservation reservation = new Reservation(null);
      current = reservation;
      if (!await(begin, () -> (long) ENTRIES.getOpaque(this) - before > 3)) {
        return -1;
      }
      for (int i = round % 64; i > 0; i--) {
        Thread.onSpinWait();
      }
      reservation.announce(null);
      if (fence != null && fence.call(Membarrier.PRIVATE_EXPEDITED) < 0) {
        return -1;
      }
      if (!await(begin, reservation::idle)) {
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

  private static boolean await(long begin, Condition condition) {
    for (int waited = 0; !condition.holds(); waited++) {
      if (System.nanoTime() - begin > DEADLINE_NANOS) {
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

  private interface Condition {
    boolean holds();
  }
}
