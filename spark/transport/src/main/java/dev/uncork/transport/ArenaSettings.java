package dev.uncork.transport;

import java.nio.file.Path;

/**
 * How an arena is made.
 *
 * @param parent a directory in memory, such as {@code /dev/shm}, in which the arena's own is made
 * @param name the name of the arena's own directory; nobody else should be able to guess it
 * @param budgetBytes how much memory the arena may take
 * @param prefaultBytes how much of it is made ready at once, in the background; more follows when
 *     that is used up
 */
public record ArenaSettings(Path parent, String name, long budgetBytes, long prefaultBytes) {
  /** What the names of all arenas' directories start with. */
  public static final String PREFIX = "uncork-";

  private static final long MIN_SEGMENT_BYTES = 1 << 20;
  private static final long MAX_SEGMENT_BYTES = 128 << 20;
  private static final int SEGMENTS = 8;

  /** Checks them. */
  public ArenaSettings {
    if (budgetBytes < 0 || prefaultBytes < 0) {
      throw new IllegalArgumentException(
          "budget of "
              + budgetBytes
              + " bytes, "
              + prefaultBytes
              + " at once: expected no less than 0");
    }
    if (!name.startsWith(PREFIX) || name.contains("/")) {
      throw new IllegalArgumentException(
          "name of an arena: " + name + "; expected " + PREFIX + "... without a slash");
    }
  }

  Path directory() {
    return parent.resolve(name);
  }

  /** A power of two: few large segments, yet small enough for a small budget. */
  int segmentBytes() {
    long share = Long.highestOneBit(Math.max(1, budgetBytes / SEGMENTS));
    return (int) Math.max(MIN_SEGMENT_BYTES, Math.min(MAX_SEGMENT_BYTES, share));
  }

  int segmentCount() {
    return (int) Math.min(Integer.MAX_VALUE, budgetBytes / segmentBytes());
  }
}
