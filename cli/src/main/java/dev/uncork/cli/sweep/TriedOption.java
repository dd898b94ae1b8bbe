package dev.uncork.cli.sweep;

import dev.uncork.cli.error.UserError;
import java.util.Arrays;
import java.util.List;

/**
 * An option of the program that the user names for trying: {@code -Dstripes=1,16,1024} or, for a
 * placeholder in the command, {@code stripes=1,16,1024}.
 */
record TriedOption(String name, List<String> values) {
  static TriedOption parse(String text) {
    int equals = text.indexOf('=');
    List<String> values =
        equals < 0 ? List.of() : Arrays.asList(text.substring(equals + 1).split(",", -1));
    if (equals < 1 || values.contains("")) {
      throw new UserError(
          "--try '" + text + "' names no values; expected an option as -Dname=1,16,1024");
    }
    return new TriedOption(text.substring(0, equals), values);
  }

  /** Whether it is an option for the JVM; otherwise it fills a placeholder of the command. */
  boolean isJvmOption() {
    return name.startsWith("-");
  }

  List<String> settings() {
    return values.stream().map(value -> name + "=" + value).toList();
  }
}
