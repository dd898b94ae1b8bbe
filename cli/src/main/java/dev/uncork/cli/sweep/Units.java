package dev.uncork.cli.sweep;

import java.util.Locale;

/** Writes numbers so that a person reads them at a glance: three digits, thousands as k, M, G. */
public final class Units {
  private Units() {}

  /** Three significant digits. */
  public static String threeDigits(double number) {
    double size = Math.abs(number);
    if (size >= 999.5e6) {
      return digits(number / 1e9) + " G";
    }
    if (size >= 999.5e3) {
      return digits(number / 1e6) + " M";
    }
    return size >= 9_999.5 ? digits(number / 1e3) + " k" : digits(number);
  }

  private static String digits(double number) {
    if (number == 0) {
      return "0";
    }
    double size = Math.abs(number);
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", number);
  }
}
