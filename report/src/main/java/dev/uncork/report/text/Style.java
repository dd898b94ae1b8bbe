package dev.uncork.report.text;

/** Colours and block characters, or what stands for them on a plain terminal. */
final class Style {
  private final boolean color;
  private final boolean unicode;

  Style(boolean color, boolean unicode) {
    this.color = color;
    this.unicode = unicode;
  }

  String bold(String text) {
    return paint("1", text);
  }

  String dim(String text) {
    return paint("2", text);
  }

  String red(String text) {
    return paint("1;31", text);
  }

  String green(String text) {
    return paint("1;32", text);
  }

  String yellow(String text) {
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
  String bar(double share, int columns) {
    return Levels.bar(share, columns, unicode);
  }

  /** Text for the terminal: without characters that it can't show. */
  String text(String text) {
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
