package dev.uncork.cli.value;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a size as people write it: {@code 500m}, {@code 2g}. */
public final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmg])");

  @Override
  public Long convert(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (matcher.matches() && Long.parseLong(matcher.group(1)) > 0) {
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "k" -> number << 10;
        case "m" -> number << 20;
        default -> number << 30;
      };
    }
    throw new TypeConversionException(
        "'" + text + "' is not a size; expected for example 500m or 2g");
  }
}
