package dev.uncork.report.html;

/** Rows of a map as text: one or two characters a field, a dot for nothing. */
final class Cells {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final char NOTHING = '.';
  private static final int BASE = DIGITS.length();

  private Cells() {}

  /** A share from 0 to 1 in 64 steps; NaN is nothing. */
  static void share(double share, StringBuilder row) {
    row.append(
        Double.isNaN(share)
            ? NOTHING
            : DIGITS.charAt((int) Math.round(Math.max(0, Math.min(1, share)) * (BASE - 1))));
  }

  /** A number below 4096 in two digits; a negative or a greater one is nothing. */
  static void number(int number, StringBuilder row) {
    if (number < 0 || number >= BASE * BASE) {
      row.append(NOTHING).append(NOTHING);
    } else {
      row.append(DIGITS.charAt(number / BASE)).append(DIGITS.charAt(number % BASE));
    }
  }
}
