package dev.uncork.recording.jfr;

/** A duration as JFR settings write it: {@code 20 ms}. */
final class JfrDuration {
  private JfrDuration() {}

  /** Nanoseconds, or -1 where the text isn't a duration. */
  static long nanos(String text) {
    int split = 0;
    while (split < text.length() && Character.isDigit(text.charAt(split))) {
      split++;
    }
    if (split == 0 || split > 15) {
      return -1;
    }
    long unit =
        switch (text.substring(split).strip()) {
          case "ns" -> 1L;
          case "us" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s", "" -> 1_000_000_000L;
          default -> -1L;
        };
    return unit < 0 ? -1 : Long.parseLong(text.substring(0, split)) * unit;
  }
}
