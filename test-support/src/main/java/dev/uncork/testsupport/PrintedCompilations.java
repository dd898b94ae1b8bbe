package dev.uncork.testsupport;

import java.util.stream.Stream;

/** What a JVM prints with {@code -XX:+PrintCompilation}. */
public final class PrintedCompilations {
  private PrintedCompilations() {}

  /**
   * Lines of what HotSpot won't compile again, at least not on that tier. It tries once more, and
   * says no such thing, where a class was loaded or hooked while it compiled; and it compiles no
   * code that a class had before it was retransformed.
   */
  public static Stream<String> givenUp(String output) {
    return output
        .lines()
        .filter(line -> line.contains("COMPILE SKIPPED"))
        .filter(line -> line.contains("(not retryable)") || line.contains("(retry at different"))
        .filter(line -> !line.contains("redefined method"));
  }
}
