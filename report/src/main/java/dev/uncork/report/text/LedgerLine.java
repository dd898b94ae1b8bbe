package dev.uncork.report.text;

import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.LedgerRows.Tone;
import java.util.function.IntFunction;

/** A row of a ledger as one line: its label, share, a bar, and what most of it is charged to. */
public final class LedgerLine {
  private static final int LABEL = 24;
  private static final int PERCENT = 6;
  private static final int NARROW_BAR = 18;
  private static final int WIDE_BAR = 40;
  private static final int WIDE = 120;

  private final int width;
  private final Style style;

  /** Lines of so many columns. */
  public LedgerLine(int width, Style style) {
    this.width = width;
    this.style = style;
  }

  /**
   * The line of one row.
   *
   * @param parts what it is charged to, for so many columns
   */
  public String of(String label, Tone tone, double share, IntFunction<String> parts) {
    int columns = width >= WIDE ? WIDE_BAR : NARROW_BAR;
    String bar = style.bar(share, columns);
    String painted =
        switch (tone) {
          case WORK -> style.green(bar);
          case OVERHEAD -> style.yellow(bar);
          case WAITING -> style.red(bar);
          case NEUTRAL -> style.dim(bar);
        };
    int room = width - LABEL - PERCENT - columns - 4;
    String percent = Amounts.percent(share);
    return "  "
        + label
        + " ".repeat(LABEL - 2 - label.length() + PERCENT - percent.length())
        + percent
        + "  "
        + painted
        + " ".repeat(columns - bar.length() + 2)
        + Wrap.middle(parts.apply(room), room);
  }
}
