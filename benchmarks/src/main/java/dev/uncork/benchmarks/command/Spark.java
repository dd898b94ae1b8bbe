package dev.uncork.benchmarks.command;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The Spark installation that a benchmark runs. */
public final class Spark {
  @Option(
      names = "--spark",
      paramLabel = "DIR",
      description = "A Spark 4 installation, 4.2 or newer on JDK 25.",
      defaultValue = "${env:SPARK_HOME:-}")
  private String named = "";

  /**
   * Its folder.
   *
   * @throws Refusal if there is none
   */
  public Path home() {
    if (!Path.of(named, "jars").toFile().isDirectory()) {
      throw new Refusal(
          "--spark '"
              + named
              + "' has no folder jars; name a Spark 4 installation, 4.2 or newer on JDK 25");
    }
    return Path.of(named).toAbsolutePath();
  }
}
