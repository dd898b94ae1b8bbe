package dev.uncork.cli.value;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a moment as people write it: {@code 14:30} (the last time it was that), {@code
 * 2026-11-21T14:30}, {@code 2026-11-21T13:30:00Z}, or {@code 90m} for so long ago.
 */
public final class TimePoint implements ITypeConverter<Instant> {
  private static final Pattern AGO = Pattern.compile("(\\d{1,6})([smhd])");

  @Override
  public Instant convert(String text) {
    return convert(text, ZonedDateTime.now(ZoneId.systemDefault()));
  }

  public static Instant convert(String text, ZonedDateTime now) {
    Matcher ago = AGO.matcher(text);
    if (ago.matches()) {
      long number = Long.parseLong(ago.group(1));
      return now.toInstant()
          .minus(
              switch (ago.group(2)) {
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
              });
    }
    try {
      if (text.endsWith("Z")) {
        return Instant.parse(text);
      }
      if (text.contains("T")) {
        return LocalDateTime.parse(text).atZone(now.getZone()).toInstant();
      }
      ZonedDateTime today = now.with(LocalTime.parse(text));
      return (today.isAfter(now) ? today.minusDays(1) : today).toInstant();
    } catch (DateTimeException e) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is not a time; expected for example 14:30, 2026-11-21T14:30 or 90m (ago)");
    }
  }
}
