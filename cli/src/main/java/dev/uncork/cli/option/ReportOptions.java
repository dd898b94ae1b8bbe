package dev.uncork.cli.option;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.reporting.ReportOutputs;
import dev.uncork.cli.reporting.Reporter;
import dev.uncork.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that reports. */
public final class ReportOptions {
  private static final int NARROWEST_COLUMNS = 60;
  private static final int WIDEST_COLUMNS = 500;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the report as JSON too; '-' for standard output instead of the text.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the report as one HTML file too, with pictures; it works offline.")
  private @Nullable Path html;

  @Option(
      names = "--open",
      description = {
        "Show the HTML file in the browser. Without --html it lies beside the recording, as"
            + " NAME.html."
      })
  private boolean open;

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
  public Reporter reporter(Terminal.Screen screen, Collection<Path> recordings) {
    Reporter reporter = new Reporter(outputs(screen, recordings));
    if (open) {
      reporter.openPages();
    }
    return reporter;
  }

  /**
   * Where reports go.
   *
   * @param recordings files that the report must not replace
   */
  public ReportOutputs outputs(Terminal.Screen screen, Collection<Path> recordings) {
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
    Path page = html == null && open && !recordings.isEmpty() ? besides(recordings) : html;
    Destination htmlFile = htmlFile(page, json);
    for (Path recording : recordings) {
      notTheRecording("--json", jsonFile, recording);
      notTheRecording("--html", htmlFile, recording);
    }
    return new ReportOutputs(
        screen, width == null ? screen.width() : width, quiet, jsonFile, jsonOnOutput, htmlFile);
  }

  /** The page of the first recording, or of a directory of them. */
  private static Path besides(Collection<Path> recordings) {
    Path first = recordings.iterator().next().toAbsolutePath().normalize();
    String name = first.getFileName().toString().replaceFirst("\\.jfr$", "");
    return first.resolveSibling(name + ".html");
  }

  /** Where HTML goes, which can't be where JSON goes. */
  public static @Nullable Destination htmlFile(@Nullable Path html, @Nullable Path json) {
    if (html == null) {
      return null;
    }
    Destination file = Destination.check("--html", html);
    if (html.toString().equals("-") || (json != null && file.is(json))) {
      throw new UserError("--html " + html + " has no file of its own; name one, such as a.html");
    }
    return file;
  }

  public static void notTheRecording(String option, @Nullable Destination file, Path recording) {
    if (file != null && file.is(recording)) {
      throw new UserError(
          option
              + " "
              + file.file("")
              + " is the recording itself, which it would replace; name another");
    }
  }
}
