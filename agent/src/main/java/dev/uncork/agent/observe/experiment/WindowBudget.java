package dev.uncork.agent.observe.experiment;

/** How long the program may have been held in all: a tenth of the time, and no more than 3 s. */
final class WindowBudget {
  private static final long MOST_NANOS = 3_000_000_000L;
  private static final int SHARE = 10;

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

  /** Whether so much more can be spent now. */
  boolean allows(long nanos, long nowNanos) {
    return !exhaustedBy(nanos) && spentNanos + nanos <= (nowNanos - beginNanos) / SHARE;
  }

  /** Whether so much more can never be spent. */
  boolean exhaustedBy(long nanos) {
    return spentNanos + nanos > MOST_NANOS;
  }

  void spend(long nanos) {
    spentNanos += nanos;
  }
}
