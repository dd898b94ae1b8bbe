package dev.uncork.benchmarks.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs one measured program and reads the figure that it prints. */
final class ChildJvm {
  /** Begins the line of the figure of a program. */
  static final String RESULT = "result: ";

  /** Begins the line of the time by the clock. */
  static final String WALL = "wall: ";

  private static final long LIMIT_SECONDS = 180;

  private ChildJvm() {}

  /**
   * The number behind a mark at the start of a line.
   *
   * @throws IllegalStateException if there is no such line
   */
  static double number(String text, String mark) {
    return Double.parseDouble(
        text.lines()
            .filter(line -> line.startsWith(mark))
            .map(line -> line.substring(mark.length()))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no line '" + mark + "' in: " + text)));
  }

  /** First line of {@code java -version}. */
  static String version(Path java) throws IOException, InterruptedException {
    return output(List.of(java.toString(), "-version")).lines().findFirst().orElse("unknown");
  }

  /** What the command prints, on both streams. */
  static String output(List<String> command) throws IOException, InterruptedException {
    Path log = Files.createTempFile("uncork-overhead", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IllegalStateException("not finished after " + LIMIT_SECONDS + " s: " + command);
      }
      String text = Files.readString(log);
      if (process.exitValue() != 0) {
        try (Stream<String> lines = text.lines()) {
          throw new IllegalStateException(
              "exit code "
                  + process.exitValue()
                  + " of "
                  + command
                  + "\n"
                  + lines.limit(20).toList());
        }
      }
      return text;
    } finally {
      Files.deleteIfExists(log);
    }
  }
}
