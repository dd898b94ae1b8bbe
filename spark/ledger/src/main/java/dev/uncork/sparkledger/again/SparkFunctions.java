package dev.uncork.sparkledger.again;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Functions that Spark SQL has itself, by the names that plans have for them. */
final class SparkFunctions {
  private static final Set<String> NAMES = read();

  private SparkFunctions() {}

  /** Whether this is one of Spark's own; any other one was made or registered by the program. */
  static boolean has(String name) {
    return NAMES.contains(name.toLowerCase(Locale.ROOT));
  }

  private static Set<String> read() {
    InputStream list = SparkFunctions.class.getResourceAsStream("functions.txt");
    try (BufferedReader names =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(list), StandardCharsets.UTF_8))) {
      return names
          .lines()
          .filter(line -> !line.startsWith("#"))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
