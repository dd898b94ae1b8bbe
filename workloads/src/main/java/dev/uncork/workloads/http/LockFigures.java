package dev.uncork.workloads.http;

import dev.uncork.workloads.sections.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What sections under one lock tell of it, from some time on: how many there were, how many were
 * waited for, in how many the holder lost its processor, and how equally threads were served. To be
 * used while the lock is held.
 */
final class LockFigures {
  /** Longer than anybody takes for a free lock; who waits so long has been asleep. */
  private static final long WAITED_NANOS = 50_000;

  private final long fromNanos;
  private final List<Tally> tallies = new ArrayList<>();
  private final ThreadLocal<Tally> own = ThreadLocal.withInitial(this::newTally);
  private long turn;
  private long contended;

  /**
   * Counts nothing yet.
   *
   * @param fromNanos what {@link System#nanoTime} is to be before anything counts
   */
  LockFigures(long fromNanos) {
    this.fromNanos = fromNanos;
  }

  private Tally newTally() {
    Tally tally = new Tally(0);
    tallies.add(tally);
    return tally;
  }

  /**
   * A section ends now.
   *
   * @param wantedNanos when its thread began to want the lock
   * @param begunNanos when it had it
   */
  void section(long wantedNanos, long begunNanos) {
    if (wantedNanos - fromNanos < 0) {
      return;
    }
    long waited = begunNanos - wantedNanos;
    if (waited >= WAITED_NANOS) {
      contended++;
    }
    own.get().section(turn++, waited, System.nanoTime() - begunNanos);
  }

  /**
   * All figures in one line.
   *
   * @param seconds that were counted
   */
  String in(double seconds) {
    return String.format(
        Locale.ROOT,
        "%.1f sections/s, %.2f/s contended, %.2f/s holder preemptions, Jain's index %.5f,"
            + " dispersion %.3f, deviation of waiting %.2f us",
        turn / seconds,
        contended / seconds,
        tallies.stream().mapToLong(Tally::preempted).sum() / seconds,
        Tally.jain(tallies),
        Tally.dispersion(tallies),
        Tally.waitDeviationNanos(tallies) / 1e3);
  }
}
