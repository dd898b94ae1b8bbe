package dev.uncork.benchmarks.sparkjobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A {@code JAVA_HOME} that holds each of Spark's executors on a core of its own. */
final class HeldJava {
  /** A compiler that doesn't need a core for minutes beside those that are held. */
  static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final String SCRIPT =
      """
      #!/bin/sh
      executor=0
      before=
      for word; do
        [ "$before" = --executor-id ] && executor=$word
        before=$word
      done
      exec taskset -c $((executor %% %d)) '%s/bin/java' "$@"
      """;

  private HeldJava() {}

  /** Writes it into a folder. */
  static Path home(Path folder) throws IOException {
    Path home = folder.resolve("held-java");
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    int cores = Runtime.getRuntime().availableProcessors();
    Files.writeString(java, String.format(SCRIPT, cores, System.getProperty("java.home")));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }
}
