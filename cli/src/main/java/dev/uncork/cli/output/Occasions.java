package dev.uncork.cli.output;

import dev.uncork.report.json.Occasion;
import java.time.Instant;
import java.util.List;

/** Tells when and where something is measured. */
public final class Occasions {
  private Occasions() {}

  /** Now and here, by a command. */
  public static Occasion now(List<String> command) {
    return new Occasion(
        command,
        Instant.now(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.arch"),
        System.getProperty("os.version"));
  }
}
