package dev.uncork.cli;

import dev.uncork.cli.session.Destination;
import dev.uncork.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that reports. */
final class ReportOptions {
  private static final int NARROWEST_COLUMNS = 60;
  private static final int WIDEST_COLUMNS = 500;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the report as JSON too; '-' for standard output instead of the text.")
  private @Nullable Path json;

  @Option(
      names = "--width",
      paramLabel = "COLUMNS",
      description = "Columns of the report. Default: the terminal's, or 80.")
  private @Nullable Integer width;

  @Option(
      names = {"-q", "--quiet"},
      description = "No report on the terminal.")
  private boolean quiet;

  /**
   * Makes the reporter of these options.
   *
   * @param recordings files that the report must not replace
   */
  Reporter reporter(Terminal.Screen screen, Collection<Path> recordings) {
    if (width != null && (width < NARROWEST_COLUMNS || width > WIDEST_COLUMNS)) {
      throw new UserError(
          "--width "
              + width
              + " is out of range; expected "
              + NARROWEST_COLUMNS
              + " to "
              + WIDEST_COLUMNS);
    }
    boolean jsonOnOutput = json != null && json.toString().equals("-");
    Destination jsonFile = json == null || jsonOnOutput ? null : Destination.check("--json", json);
    for (Path recording : recordings) {
      if (jsonFile != null && jsonFile.is(recording)) {
        throw new UserError(
            "--json " + json + " is the recording itself, which it would replace; name another");
      }
    }
    return new Reporter(
        screen, width == null ? screen.width() : width, quiet, jsonFile, jsonOnOutput);
  }
}
