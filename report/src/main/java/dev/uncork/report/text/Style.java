package dev.uncork.report.text;

/** Colours and block characters, or what stands for them on a plain terminal. */
public final class Style {
  private final boolean color;
  private final boolean unicode;

  public Style(boolean color, boolean unicode) {
    this.color = color;
    this.unicode = unicode;
  }

  public String bold(String text) {
    return paint("1", text);
  }

  public String dim(String text) {
    return paint("2", text);
  }

  public String red(String text) {
    return paint("1;31", text);
  }

  public String green(String text) {
    return paint("1;32", text);
  }

  public String yellow(String text) {
    return paint("1;33", text);
  }

  String cyan(String text) {
    return paint("36", text);
  }

  /** One character for a share from 0 to 1; something that isn't nothing never looks like it. */
  char level(double share) {
    return Levels.of(share, unicode);
  }

  /** A bar for a share from 0 to 1, without what is left of it. */
  public String bar(double share, int columns) {
    return Levels.bar(share, columns, unicode);
  }

  /** Text for the terminal: without characters that it can't show. */
  public String text(String text) {
    return unicode
        ? text
        : text.replace("µ", "u")
            .replace("…", "~")
            .replace("–", "-")
            .replace("·", "|")
            .replace("×", "x");
  }

  private String paint(String code, String text) {
    return color && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
