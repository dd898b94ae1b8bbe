package dev.uncork.spark.numa;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The setting {@code spark.uncork.numa}.
 *
 * @param nodes the only nodes that executors may be bound to; null for all
 */
public record NumaSetting(Mode mode, @Nullable BitSet nodes) {
  /** How many nodes an executor gets. */
  public enum Mode {
    /** None. */
    OFF,
    /** As few as have the CPUs for its cores. */
    AUTO,
    /** One, even if that has fewer CPUs than the executor has cores. */
    SPREAD
  }

  /**
   * Reads {@code auto}, {@code off}, {@code spread} or a list of nodes.
   *
   * @throws IllegalArgumentException when it is none of these
   */
  public static NumaSetting parse(String text) {
    return switch (text.strip()) {
      case "auto" -> new NumaSetting(Mode.AUTO, null);
      case "off" -> new NumaSetting(Mode.OFF, null);
      case "spread" -> new NumaSetting(Mode.SPREAD, null);
      default -> new NumaSetting(Mode.AUTO, listed(text));
    };
  }

  private static BitSet listed(String text) {
    try {
      BitSet nodes = KernelList.parse(text);
      if (!nodes.isEmpty()) {
        return nodes;
      }
    } catch (IllegalArgumentException e) {
      // Falls through to the one message.
    }
    throw new IllegalArgumentException(
        "spark.uncork.numa="
            + text
            + " is neither auto, off, spread nor a list of NUMA nodes such as 0,2-3");
  }
}
