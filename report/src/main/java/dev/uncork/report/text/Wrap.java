package dev.uncork.report.text;

import java.util.ArrayList;
import java.util.List;

/** Breaks text into lines of a width. */
public final class Wrap {
  private static final String CONTINUED = " \\";

  private Wrap() {}

  /** Breaks at spaces; a word that is longer than a line is cut. */
  public static List<String> words(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : printable(text).split(" +", -1)) {
      String rest = word;
      if (line.length() > 0 && line.length() + 1 + rest.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (rest.length() > width) {
        lines.add(rest.substring(0, width));
        rest = rest.substring(width);
      }
      line.append(line.length() > 0 ? " " : "").append(rest);
    }
    lines.add(line.toString());
    return lines;
  }

  /**
   * Breaks a command between its words, as a shell goes on with it: each line but the last ends
   * with a backslash. A word that is longer than a line stays whole.
   */
  static List<String> command(List<String> words, int width) {
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String word : words) {
      if (!line.isEmpty() && line.length() + 1 + word.length() + CONTINUED.length() > width) {
        lines.add(line + CONTINUED);
        line = "";
      }
      line += (line.isEmpty() ? "" : " ") + word;
    }
    lines.add(line);
    return lines;
  }

  /** Shortens the packages of class names until the text fits: {@code c.a.Cache.put}. */
  public static String shortenPackages(String text, int width) {
    String result = printable(text);
    int from = 0;
    while (result.length() > width) {
      int dot = result.indexOf('.', from);
      if (dot < 0 || dot + 1 >= result.length()) {
        break;
      }
      int start = dot;
      while (start > 0 && isPackageLetter(result.charAt(start - 1))) {
        start--;
      }
      boolean isPackage =
          start < dot - 1 && Character.isLowerCase(result.charAt(start)) && !endsName(result, dot);
      if (isPackage) {
        result = result.substring(0, start + 1) + result.substring(dot);
        from = start + 2;
      } else {
        from = dot + 1;
      }
    }
    return result;
  }

  /** Cuts with an ellipsis in the middle, which keeps the line number at the end. */
  public static String middle(String text, int width) {
    String clean = printable(text);
    if (clean.length() <= width || width < 5) {
      return clean.substring(0, Math.min(clean.length(), width));
    }
    int head = (width - 1) / 3;
    return clean.substring(0, head) + "…" + clean.substring(clean.length() - (width - 1 - head));
  }

  /** Control characters, which names of threads and classes may hold, don't reach a terminal. */
  static String printable(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().forEach(c -> clean.appendCodePoint(Character.isISOControl(c) ? '?' : c));
    return clean.toString();
  }

  private static boolean endsName(String text, int dot) {
    return text.startsWith("java:", dot + 1) || text.startsWith("java)", dot + 1);
  }

  private static boolean isPackageLetter(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
