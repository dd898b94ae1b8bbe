package dev.uncork.protocol.progress;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far the program was at one moment, as its output says: a line of a session's file {@code
 * progress}.
 *
 * <p>A line is {@code epochMillis count}, or {@code epochMillis count rate} where the program
 * prints operations per second instead of a count; the count then is summed up from the rates, and
 * is 0 in the first line. A line {@code # LABEL} tells where in the output the figures below it
 * stand, in the output's own words. Lines are appended whole, in UTF-8, in the order of time.
 *
 * @param epochMillis when the program printed it
 * @param count operations so far
 * @param rate operations per second as printed; empty where the program prints a count
 */
public record ProgressLine(long epochMillis, long count, OptionalDouble rate) {
  private static final String LABEL = "# ";

  /** The text of the line, with its end. */
  public String text() {
    return epochMillis + " " + count + (rate.isPresent() ? " " + rate.getAsDouble() : "") + "\n";
  }

  /** The text of a line that tells what the following figures are, with its end. */
  public static String ofLabel(String label) {
    return LABEL + label + "\n";
  }

  /** What a line says that the following figures are; empty for any other line. */
  public static Optional<String> label(String line) {
    return line.startsWith(LABEL)
        ? Optional.of(line.substring(LABEL.length()).strip())
        : Optional.empty();
  }

  /** The figures of a line; empty for any other line. */
  public static Optional<ProgressLine> parse(String line) {
    String[] parts = line.strip().split(" ", -1);
    try {
      return switch (parts.length) {
        case 2 -> Optional.of(figures(parts, OptionalDouble.empty()));
        case 3 -> Optional.of(figures(parts, OptionalDouble.of(Double.parseDouble(parts[2]))));
        default -> Optional.empty();
      };
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static ProgressLine figures(String[] parts, OptionalDouble rate) {
    return new ProgressLine(Long.parseLong(parts[0]), Long.parseLong(parts[1]), rate);
  }
}
