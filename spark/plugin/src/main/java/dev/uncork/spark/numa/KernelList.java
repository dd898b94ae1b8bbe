package dev.uncork.spark.numa;

import java.util.BitSet;

/** Sets of CPUs or nodes in the kernel's notation, such as {@code 0-3,8}. */
public final class KernelList {
  private static final int MAX_BIT = 1 << 13;

  private KernelList() {}

  /**
   * Reads a list; the empty one is the empty set.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static BitSet parse(String text) {
    BitSet set = new BitSet();
    for (String range : text.strip().split(",")) {
      if (range.isBlank()) {
        continue;
      }
      String[] ends = range.strip().split("-", 2);
      int first = number(ends[0], text);
      int last = ends.length == 1 ? first : number(ends[1], text);
      if (last < first) {
        throw malformed(text);
      }
      set.set(first, last + 1);
    }
    return set;
  }

  private static int number(String digits, String text) {
    try {
      int number = Integer.parseInt(digits.strip());
      if (number >= 0 && number < MAX_BIT) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message.
    }
    throw malformed(text);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException("'" + text.strip() + "' is no list such as 0-3,8");
  }

  /** Writes a set as the kernel does. */
  public static String format(BitSet set) {
    StringBuilder text = new StringBuilder();
    for (int first = set.nextSetBit(0); first >= 0; ) {
      int last = set.nextClearBit(first) - 1;
      text.append(text.length() == 0 ? "" : ",").append(first);
      if (last > first) {
        text.append('-').append(last);
      }
      first = set.nextSetBit(last + 1);
    }
    return text.toString();
  }
}
