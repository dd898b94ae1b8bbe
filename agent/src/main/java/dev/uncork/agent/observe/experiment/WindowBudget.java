package dev.uncork.agent.observe.experiment;

/**
 * How long the program may have been held in all: a tenth of the time, or a hundredth while it is
 * plain that little comes of it, and no more than 3 s.
 */
final class WindowBudget {
  private static final long MOST_NANOS = 3_000_000_000L;
  private static final int SHARE = 10;
  private static final int SHARE_OF_PLAIN = 100;

  private final long beginNanos;
  private long spentNanos;

  /**
   * Nothing is spent yet.
   *
   * @param beginNanos when the program's time began to count
   */
  WindowBudget(long beginNanos) {
    this.beginNanos = beginNanos;
  }

  /**
   * Whether so much more can be spent now.
   *
   * @param plain whether little comes of it
   */
  boolean allows(long nanos, boolean plain, long nowNanos) {
    int share = plain ? SHARE_OF_PLAIN : SHARE;
    return !exhaustedBy(nanos) && spentNanos + nanos <= (nowNanos - beginNanos) / share;
  }

  /** Whether so much more can never be spent. */
  boolean exhaustedBy(long nanos) {
    return spentNanos + nanos > MOST_NANOS;
  }

  void spend(long nanos) {
    spentNanos += nanos;
  }
}
