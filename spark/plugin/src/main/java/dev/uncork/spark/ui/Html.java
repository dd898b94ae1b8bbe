package dev.uncork.spark.ui;

import dev.uncork.report.markup.Markup;
import java.util.Locale;

/** Names of code as HTML, and figures as people read them. */
final class Html {
  private Html() {}

  /** Text with names of classes in it, which may be broken at their dots and before their lines. */
  static String code(String text) {
    return Markup.text(text)
        .replaceAll("(?<=\\w)([.$]+)(?=[A-Za-z_])", "$1<wbr/>")
        .replaceAll("(?<=\\S)\\(", "<wbr/>(");
  }

  static String cores(double cores) {
    return String.format(Locale.ROOT, "%.2f", cores);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Nanoseconds as milliseconds. */
  static String millis(long nanos) {
    double millis = nanos / 1e6;
    return String.format(Locale.ROOT, millis < 10 ? "%.2f" : "%,.0f", millis);
  }

  static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%,.1f", bytes / (double) (1 << 20));
  }
}
