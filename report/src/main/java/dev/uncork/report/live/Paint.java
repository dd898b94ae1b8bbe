package dev.uncork.report.live;

import dev.uncork.report.text.Levels;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/**
 * Lines of one width, in colours or without.
 *
 * @param blocks whether the terminal shows block graphics
 */
record Paint(int width, boolean colour, boolean blocks) {
  AttributedString plain(String text) {
    return styled(text, AttributedStyle.DEFAULT);
  }

  AttributedString bold(String text) {
    return styled(text, AttributedStyle.BOLD);
  }

  AttributedString red(String text) {
    return coloured(text, AttributedStyle.RED);
  }

  AttributedString green(String text) {
    return coloured(text, AttributedStyle.GREEN);
  }

  AttributedString yellow(String text) {
    return coloured(text, AttributedStyle.YELLOW);
  }

  AttributedString cyan(String text) {
    return styled(
        text,
        colour
            ? AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN)
            : AttributedStyle.DEFAULT);
  }

  /** A line in reverse video over the whole width. */
  AttributedString reversed(String text) {
    return styled(fit(text, width), AttributedStyle.INVERSE);
  }

  private AttributedString coloured(String text, int ansi) {
    AttributedStyle bold = AttributedStyle.BOLD;
    return styled(text, colour ? bold.foreground(ansi) : bold);
  }

  private AttributedString styled(String text, AttributedStyle style) {
    AttributedString line =
        new AttributedStringBuilder().styled(style, printable(text)).toAttributedString();
    return line.columnLength() <= width ? line : line.columnSubSequence(0, width);
  }

  /** Bars for shares from 0 to 1. */
  String bars(Iterable<Double> shares) {
    StringBuilder bars = new StringBuilder();
    for (double share : shares) {
      bars.append(Levels.of(share, blocks));
    }
    return bars.toString();
  }

  /** Cuts or pads to so many columns. */
  static String fit(String text, int columns) {
    String clean = text.length() > columns ? text.substring(0, Math.max(0, columns)) : text;
    return clean + " ".repeat(Math.max(0, columns - clean.length()));
  }

  /** Names of threads and classes may hold what would move the cursor. */
  private String printable(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().forEach(c -> clean.appendCodePoint(Character.isISOControl(c) ? '?' : c));
    return blocks ? clean.toString() : clean.toString().replace("µ", "u").replace("…", "~");
  }
}
