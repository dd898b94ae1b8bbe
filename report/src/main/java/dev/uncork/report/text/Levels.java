package dev.uncork.report.text;

/** Characters of growing height for shares, or what stands for them on a plain terminal. */
public final class Levels {
  private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
  private static final String ASCII = " .:-=+*#@";
  private static final String EIGHTHS = "▏▎▍▌▋▊▉";
  private static final double NOTHING = 0.005;

  private Levels() {}

  /** One character for a share from 0 to 1; something that isn't nothing never looks like it. */
  public static char of(double share, boolean blocks) {
    String levels = blocks ? BLOCKS : ASCII;
    int top = levels.length() - 1;
    int level = (int) Math.round(share * top);
    return levels.charAt(Math.max(share > NOTHING ? 1 : 0, Math.min(top, level)));
  }

  /** A bar for a share from 0 to 1; something that isn't nothing has a length. */
  public static String bar(double share, int columns, boolean blocks) {
    double length = Math.max(0, Math.min(1, share)) * columns;
    if (!blocks) {
      return "#".repeat((int) Math.max(share > NOTHING ? 1 : 0, Math.round(length)));
    }
    int eighths = (int) Math.max(share > NOTHING ? 1 : 0, Math.round(length * 8));
    int part = eighths % 8;
    return "█".repeat(eighths / 8) + (part == 0 ? "" : EIGHTHS.charAt(part - 1));
  }
}
