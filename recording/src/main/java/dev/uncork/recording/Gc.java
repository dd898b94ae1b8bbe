package dev.uncork.recording;

/**
 * One garbage collection.
 *
 * @param startMillis since the start of the recording
 * @param name collector, such as {@code G1Old}
 * @param cause as HotSpot names it
 * @param pauseNanos sum of its pauses
 * @param longestPauseNanos the longest of them
 */
public record Gc(
    long startMillis, String name, String cause, long pauseNanos, long longestPauseNanos) {

  /** Whether the program asked for it. */
  public boolean explicit() {
    return cause.equals("System.gc()");
  }

  /**
   * Both as one, when a long recording is thinned; it keeps the cause of one that was asked for.
   */
  public Gc merge(Gc next) {
    return new Gc(
        startMillis,
        name,
        next.explicit() ? next.cause : cause,
        pauseNanos + next.pauseNanos,
        Math.max(longestPauseNanos, next.longestPauseNanos));
  }
}
