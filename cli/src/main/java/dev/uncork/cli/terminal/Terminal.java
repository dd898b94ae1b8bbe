package dev.uncork.cli.terminal;

import dev.uncork.report.text.Look;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** The user's terminal as the launcher found it: Java can't tell which streams are one. */
public final class Terminal {
  private static final int DEFAULT_COLUMNS = 80;

  private final List<String> terminalStreams;
  private final int columns;
  private final boolean unicode;
  private final boolean colourWanted;

  private Terminal(
      List<String> terminalStreams, int columns, boolean unicode, boolean colourWanted) {
    this.terminalStreams = terminalStreams;
    this.columns = columns;
    this.unicode = unicode;
    this.colourWanted = colourWanted;
  }

  /** Reads what {@code bin/uncork} passed in system properties. */
  public static Terminal fromLauncher() {
    int columns = Integer.getInteger("uncork.columns", DEFAULT_COLUMNS);
    return new Terminal(
        Arrays.asList(System.getProperty("uncork.terminal", "").split(",", -1)),
        columns > 0 ? columns : DEFAULT_COLUMNS,
        Boolean.getBoolean("uncork.unicode"),
        // See no-color.org; a dumb terminal has no escape sequences at all.
        System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM")));
  }

  /** Columns of the terminal, or 80 where there is none. */
  public int columns() {
    return columns;
  }

  /** Standard output. */
  public Screen out() {
    return screen("out", System.out);
  }

  /** Standard error. */
  public Screen err() {
    return screen("err", System.err);
  }

  private Screen screen(String name, PrintStream stream) {
    boolean interactive = terminalStreams.contains(name);
    return new Screen(
        stream,
        interactive,
        interactive && colourWanted,
        interactive && unicode,
        interactive ? columns : DEFAULT_COLUMNS);
  }

  /**
   * One output stream and what it can show.
   *
   * @param interactive whether a person looks at it
   * @param colour whether escape sequences for colour are welcome
   * @param blocks whether it shows Unicode block graphics
   * @param width columns to fill
   */
  public record Screen(
      PrintStream stream, boolean interactive, boolean colour, boolean blocks, int width) {
    /** How a report on it is to look. */
    public Look look() {
      return new Look(width, colour, blocks);
    }
  }
}
