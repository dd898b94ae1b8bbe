package dev.uncork.spark.numa;

import java.util.BitSet;

/**
 * What an executor has of a machine.
 *
 * @param nodes the NUMA nodes that it is bound to
 * @param cores how many tasks it runs at a time, or fewer where a quota gives it less CPU time
 */
public record NodeShare(BitSet nodes, int cores) {

  /** Such as {@code 0-1/8}; {@link #parse} reads it. */
  public String text() {
    return KernelList.format(nodes) + "/" + cores;
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static NodeShare parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("'" + text + "' is no share such as 0-1/8");
    }
    return new NodeShare(
        KernelList.parse(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
  }
}
