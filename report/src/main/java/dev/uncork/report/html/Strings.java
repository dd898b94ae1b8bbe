package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.HashMap;
import java.util.Map;

/** The texts of a page, each stored once and named by its index. */
final class Strings {
  private final Map<String, Integer> indexes = new HashMap<>();
  private final ArrayNode array;
  private final int maxLength;

  Strings(ArrayNode array, int maxLength) {
    this.array = array;
    this.maxLength = maxLength;
  }

  int index(String text) {
    String shown = shown(text, maxLength);
    Integer known = indexes.get(shown);
    if (known == null) {
      known = array.size();
      indexes.put(shown, known);
      array.add(shown);
    }
    return known;
  }

  /**
   * A name as a page shows it: not too long, and without characters that have no picture or that
   * turn the direction of what stands beside them.
   */
  static String shown(String text, int maxLength) {
    StringBuilder clean = new StringBuilder(Math.min(text.length(), maxLength + 1));
    String cut = text;
    if (text.length() > maxLength) {
      int head = maxLength / 3;
      cut = text.substring(0, head) + "…" + text.substring(text.length() - (maxLength - 1 - head));
    }
    cut.codePoints().forEach(c -> clean.appendCodePoint(hasNoPicture(c) ? '\uFFFD' : c));
    return clean.toString();
  }

  private static boolean hasNoPicture(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
