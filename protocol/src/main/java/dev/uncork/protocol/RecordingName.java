package dev.uncork.protocol;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of recordings that follow each other in a directory: {@code uncork-<jvm>-<start>.jfr}. */
public final class RecordingName {
  /** Glob of all of them, and of some others. */
  public static final String GLOB = "uncork-*.jfr";

  private static final String EXECUTOR = "executor-";
  private static final String START = "-\\d{8}T\\d{6}Z(?:-\\d+)?\\.jfr";
  private static final Pattern OF_JVM = Pattern.compile("uncork-(\\d+(?:-\\d+)?)" + START);
  private static final Pattern OF_EXECUTOR =
      Pattern.compile("uncork-(" + EXECUTOR + "[\\w.-]+?)" + START);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private RecordingName() {}

  /**
   * A recording of a JVM.
   *
   * @param jvm the name of its directory in the session
   * @param start when the recording begins
   * @param number tells those of one second apart, from 1 on
   */
  public static String of(String jvm, Instant start, int number) {
    return "uncork-" + jvm + "-" + TIME.format(start) + (number > 1 ? "-" + number : "") + ".jfr";
  }

  /** A recording of an executor of Spark. */
  public static String ofExecutor(String id, Instant start) {
    return of(EXECUTOR + id, start, 1);
  }

  /** The JVM of a recording of that name; empty for other files. */
  public static Optional<String> jvmOf(Path recording) {
    return first(OF_JVM, recording);
  }

  /** {@code executor-<id>}, for a recording of an executor; empty for other files. */
  public static Optional<String> executorOf(Path recording) {
    return first(OF_EXECUTOR, recording);
  }

  private static Optional<String> first(Pattern pattern, Path recording) {
    Matcher name = pattern.matcher(recording.getFileName().toString());
    return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
  }
}
