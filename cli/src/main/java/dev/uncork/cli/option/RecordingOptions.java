package dev.uncork.cli.option;

import dev.uncork.cli.output.Destination;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command that makes a recording: where it goes. */
public final class RecordingOptions {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = {
        "The recording; replaced if it exists. Several JVMs give FILE-<pid>.jfr each."
            + " Default: uncork-<date>-<time>.jfr here."
      })
  private @Nullable Path out;

  /** What was named, if anything was. */
  public @Nullable Path named() {
    return out;
  }

  public Destination destination() {
    Path file =
        out != null
            ? out
            : Path.of(
                "uncork-"
                    + LocalDateTime.now(ZoneId.systemDefault())
                        .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"))
                    + ".jfr");
    return Destination.check("--out", file);
  }
}
