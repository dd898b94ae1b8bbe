package dev.uncork.report.words;

import dev.uncork.scaling.law.Interval;
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

  /** A change: {@code +61 %}, and from twice as much on {@code 3.8 times}. */
  public static String change(double share) {
    return share >= 1 ? few(1 + share) + " times" : format("%+,.0f %%", share * 100);
  }

  /** A number as people say it: {@code 5.3}. */
  public static String few(double value) {
    return value >= 9.95
        ? format("%,.0f", value)
        : value >= 0.1 ? format("%.1f", value) : three(value);
  }

  /**
   * How many threads, as people say it: {@code 5.3 threads wait}, {@code one thread waits}.
   *
   * @param several what several of them do
   * @param one what one of them does
   */
  static String threads(double count, String several, String one) {
    return isOne(count) ? "one thread " + one : few(count) + " threads " + several;
  }

  /** Whether it is one, as far as people say numbers. */
  static boolean isOne(double count) {
    return Math.rint(count * 10) == 10;
  }

  /**
   * At most how much faster: {@code up to 41 % faster}, {@code up to 3.1 times as fast}; infinite
   * where nobody knows how many times.
   */
  static String faster(double gainAtMost) {
    if (Double.isInfinite(gainAtMost)) {
      return "many times as fast";
    }
    if (gainAtMost < 0.01) {
      return "less than 1 % faster";
    }
    return "up to " + byHowMuch(gainAtMost);
  }

  /**
   * The same of what isn't always a bound: {@code about 6.6 times as fast, perhaps more}.
   *
   * @param isBound whether it is one
   */
  static String faster(double gain, boolean isBound) {
    return isBound || Double.isInfinite(gain)
        ? faster(gain)
        : "about " + byHowMuch(gain) + ", perhaps more";
  }

  /** The same of an estimate that is rather too low: {@code about 3.1 times as fast or more}. */
  static String fasterOrMore(double gain) {
    return "about " + byHowMuch(gain) + " or more";
  }

  private static String byHowMuch(double gain) {
    return gain >= 1 ? few(1 + gain) + " times as fast" : percent(gain) + " faster";
  }

  /** A difference of two shares, in percentage points: {@code +12 points}. */
  public static String points(double difference) {
    return format("%+.0f points", difference * 100);
  }

  /** A gain of 100 % and more with its band: {@code 3.0 times as fast (2.9 to 3.1)}. */
  static String timesAsFast(Interval gain) {
    return format(
        "%.1f times as fast (%.1f to %.1f)", 1 + gain.value(), 1 + gain.low(), 1 + gain.high());
  }

  /** A change that may be small, or without bounds: {@code +0.4 %}. */
  public static String fineChange(double share) {
    if (Double.isInfinite(share)) {
      return "any";
    }
    return Math.abs(share) < 0.0995 ? format("%+.1f %%", 100 * share) : change(share);
  }

  /** So many cores. */
  public static String cores(int count) {
    return count + (count == 1 ? " core" : " cores");
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

  /** A rate at a glance, three digits, with k, M and G for more: {@code 12.3 k}. */
  public static String scaled(double number) {
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
    return format("%." + decimals + "f", number);
  }

  private static String format(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}
