package dev.uncork.protocol;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a value of one type is written and read.
 *
 * @param expected what a value looks like, for the message about one that doesn't
 * @param parse reads a value; null when it isn't one
 * @param format writes a value as {@code parse} reads it
 */
record OptionSyntax<T>(
    String expected, Function<String, @Nullable T> parse, Function<T, String> format) {

  static final OptionSyntax<String> TEXT =
      new OptionSyntax<>("a text", text -> text.isEmpty() ? null : text, text -> text);

  static final OptionSyntax<Path> PATH =
      new OptionSyntax<>("the path of a file or directory", OptionSyntax::path, Path::toString);

  static final OptionSyntax<Boolean> SWITCH =
      new OptionSyntax<>(
          "1 or 0",
          text -> text.equals("1") ? Boolean.TRUE : text.equals("0") ? Boolean.FALSE : null,
          on -> on ? "1" : "0");

  static final OptionSyntax<Duration> SECONDS =
      new OptionSyntax<>(
          "a positive number of seconds",
          text -> {
            Double seconds = positive(text);
            return seconds == null ? null : Duration.ofMillis(Math.round(seconds * 1000));
          },
          length -> BigDecimal.valueOf(length.toMillis(), 3).stripTrailingZeros().toPlainString());

  static final OptionSyntax<Long> BYTES =
      new OptionSyntax<>(
          "a positive number of bytes",
          text -> {
            Double bytes = positive(text);
            return bytes == null ? null : bytes.longValue();
          },
          bytes -> Long.toString(bytes));

  /** One of a few values. */
  static <E extends Enum<E>> OptionSyntax<E> oneOf(E[] values, Function<E, String> label) {
    List<String> labels = new ArrayList<>();
    for (E value : values) {
      labels.add(label.apply(value));
    }
    return new OptionSyntax<>(
        "one of " + String.join(", ", labels),
        text -> {
          for (E value : values) {
            if (label.apply(value).equals(text)) {
              return value;
            }
          }
          return null;
        },
        label);
  }

  private static @Nullable Path path(String text) {
    try {
      return text.isEmpty() ? null : Path.of(text);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static @Nullable Double positive(String text) {
    try {
      double number = Double.parseDouble(text);
      return number > 0 ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
