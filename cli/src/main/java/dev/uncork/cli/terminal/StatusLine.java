package dev.uncork.cli.terminal;

import java.util.List;

/** The one line on a terminal that changes; silent where nobody looks. */
public final class StatusLine implements AutoCloseable {
  private static final String ERASE = "\r\033[K";

  private final Terminal.Screen screen;
  private String shown = "";

  public StatusLine(Terminal.Screen screen) {
    this.screen = screen;
  }

  /** Replaces what the line shows. */
  public void show(String text) {
    if (screen.interactive()) {
      int room = Math.max(20, screen.width() - 1);
      String line = text.length() <= room ? text : text.substring(0, room);
      if (!line.equals(shown)) {
        screen.stream().print(ERASE + line);
        screen.stream().flush();
        shown = line;
      }
    }
  }

  /** Says something that stays, above the line, also where nobody looks. */
  public void above(List<String> lines) {
    String again = shown;
    close();
    screen.stream().print(String.join("\n", lines) + "\n");
    screen.stream().flush();
    if (!again.isEmpty()) {
      show(again);
    }
  }

  /** Says what the user should know and a terminal may be too narrow for. */
  public void remark(String text) {
    above(List.of("uncork: " + text));
  }

  /** Erases the line, so that what follows starts on a clean one. */
  @Override
  public void close() {
    if (!shown.isEmpty()) {
      screen.stream().print(ERASE);
      screen.stream().flush();
      shown = "";
    }
  }
}
