package dev.uncork.cli.value;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length of time as people write it: {@code 30s}, {@code 2m}, {@code 1h}, {@code 45}. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern LENGTH = Pattern.compile("(\\d{1,6})(s|m|h|d|)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = LENGTH.matcher(text.toLowerCase(Locale.ROOT));
    if (matcher.matches()) {
      long number = Long.parseLong(matcher.group(1));
      Duration length =
          switch (matcher.group(2)) {
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofSeconds(number);
          };
      if (!length.isZero()) {
        return length;
      }
    }
    throw new TypeConversionException(
        "'" + text + "' is not a length of time; expected for example 30s, 2m or 1h");
  }
}
