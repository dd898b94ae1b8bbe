package dev.uncork.recording;

import java.util.Set;

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
  /** Of HotSpot's causes, those that make room for classes. */
  private static final Set<String> FOR_CLASSES =
      Set.of("Metadata GC Threshold", "Metadata GC Clear Soft References");

  /** Whether the program asked for it. */
  public boolean explicit() {
    return cause.equals("System.gc()");
  }

  /** Whether a cause is that the space for classes ran full, which isn't on the heap. */
  public static boolean forClasses(String cause) {
    return FOR_CLASSES.contains(cause);
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
