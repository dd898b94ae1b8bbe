package dev.uncork.agent.remedy.nopreempt;

/**
 * Whether a lock still needs a remedy. That nobody waits for it any more may be what the remedy
 * brings, so that a second without it tells; the next one comes twice as late.
 */
final class StillNeeded {
  private static final int MOST_PATIENCE_SECONDS = 640;

  /** What is to be done in the second that begins. */
  enum Advice {
    WITH,
    WITHOUT,
    NEVER_AGAIN
  }

  private int patienceSeconds = 10;
  private int quietSeconds;
  private boolean without;

  /**
   * A second is over.
   *
   * @param blockedAcquires in it
   */
  Advice second(long blockedAcquires) {
    if (without) {
      without = false;
      quietSeconds = 0;
      patienceSeconds = Math.min(2 * patienceSeconds, MOST_PATIENCE_SECONDS);
      return blockedAcquires == 0 ? Advice.NEVER_AGAIN : Advice.WITH;
    }
    quietSeconds = blockedAcquires == 0 ? quietSeconds + 1 : 0;
    without = quietSeconds >= patienceSeconds;
    return without ? Advice.WITHOUT : Advice.WITH;
  }
}
