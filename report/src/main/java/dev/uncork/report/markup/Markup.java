package dev.uncork.report.markup;

/** Text as HTML and SVG, in our own pages and in the tab of Spark's UI. */
public final class Markup {
  private Markup() {}

  /** Text, with nothing in it that would be taken for markup, in attributes neither. */
  public static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
