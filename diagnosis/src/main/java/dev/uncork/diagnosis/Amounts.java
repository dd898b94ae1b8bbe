package dev.uncork.diagnosis;

import java.util.Locale;

/** Amounts in words, the same on every machine whatever its locale. */
public final class Amounts {
  private Amounts() {}

  /** A span of time with three significant digits: {@code 61.1 ms}. */
  public static String nanos(double nanos) {
    if (nanos >= 100e9) {
      return format("%,.0f s", nanos / 1e9);
    }
    if (nanos >= 1e9) {
      return format("%.1f s", nanos / 1e9);
    }
    if (nanos >= 1e6) {
      return three(nanos / 1e6) + " ms";
    }
    return nanos >= 1e3 ? three(nanos / 1e3) + " µs" : format("%.0f ns", nanos);
  }

  /** A share as a percentage: {@code 61 %}. */
  public static String percent(double share) {
    double percent = share * 100;
    return percent > 0 && percent < 1 ? "<1 %" : format("%,.0f %%", percent);
  }

  /** A count in full: {@code 37,660,368}. */
  public static String count(long count) {
    return format("%,d", count);
  }

  /** A number of bytes in decimal units: {@code 1.2 GB}. */
  public static String bytes(double bytes) {
    String[] units = {"B", "kB", "MB", "GB", "TB", "PB"};
    int unit = 0;
    double value = bytes;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    return unit == 0 ? format("%.0f B", value) : three(value) + " " + units[unit];
  }

  /** A number with up to three significant digits: {@code 9.5}. */
  public static String three(double value) {
    if (value >= 99.95) {
      return format("%,.0f", value);
    }
    return value >= 9.995 ? format("%.1f", value) : format("%.2f", value);
  }

  private static String format(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}
