package dev.uncork.cli.command;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.option.ReportOptions;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.terminal.Delivery;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.recording.read.ReadOutcome;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.html.HtmlReport;
import dev.uncork.report.json.ComparisonJson;
import dev.uncork.report.text.ComparisonText;
import dev.uncork.report.text.TextReport;
import dev.uncork.report.words.ReadWords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code uncork diff}: two recordings side by side. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Compare two recordings: throughput, cores, locks.",
    description = {
      "Figures are rates and shares, so that recordings of different length can be compared. Locks"
          + " are matched by name. Warns if the recordings are hard to compare. Without files it"
          + " compares the two newest recordings in this directory."
    },
    footer = {
      "",
      "Examples:",
      "  uncork diff                            the two newest recordings here",
      "  uncork diff before.jfr after.jfr",
      "  uncork diff before.jfr after.jfr --html diff.html",
      "  uncork diff before.jfr after.jfr --json - | jq .operationsPerSecond",
      "",
      "Exit code: 0; 2 when one of them can't be read."
    })
final class DiffCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "BEFORE",
      description = "A recording (.jfr).")
  private @Nullable Path before;

  @Parameters(index = "1", arity = "0..1", paramLabel = "AFTER", description = "Another one.")
  private @Nullable Path after;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the comparison as one HTML file too; it works offline.")
  private @Nullable Path html;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write it as JSON too; '-' for standard output instead of the text.")
  private @Nullable Path json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Nothing on the terminal.")
  private boolean quiet;

  DiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<Path> recordings = recordings();
    recordings.forEach(ReportCommand::checkReadable);
    boolean jsonOnOutput = json != null && json.toString().equals("-");
    Destination jsonFile = json == null || jsonOnOutput ? null : Destination.check("--json", json);
    Destination htmlFile = ReportOptions.htmlFile(html, json);
    for (Path recording : recordings) {
      ReportOptions.notTheRecording("--json", jsonFile, recording);
      ReportOptions.notTheRecording("--html", htmlFile, recording);
    }
    Comparison comparison =
        Comparison.of(diagnosis(recordings.get(0)), diagnosis(recordings.get(1)));
    if (jsonOnOutput) {
      ComparisonJson.write(comparison, System.out);
      Delivery.check(System.out);
    } else if (!quiet) {
      Terminal.Screen screen = terminal.out();
      new ComparisonText(new TextReport.Options(screen.width(), screen.colour(), screen.blocks()))
          .render(comparison, screen.stream());
      Delivery.check(screen.stream());
    }
    try {
      if (jsonFile != null) {
        try (OutputStream to = Files.newOutputStream(jsonFile.file(""))) {
          ComparisonJson.write(comparison, to);
        }
      }
      if (htmlFile != null) {
        HtmlReport.write(comparison, htmlFile.file(""));
      }
    } catch (IOException e) {
      throw new UserError(
          "the comparison could not be written (" + e.getMessage() + "); free some space", e);
    }
    return 0;
  }

  private List<Path> recordings() throws IOException {
    if (before != null && after != null) {
      return List.of(before, after);
    }
    if (before != null) {
      throw new UserError(
          "only one recording was named, "
              + before
              + "; name two: uncork diff before.jfr after.jfr");
    }
    List<Path> newest =
        NewestRecordings.in(
            Path.of(""),
            2,
            "no recordings were named, and fewer than two (.jfr) are in this directory; name two:"
                + " uncork diff before.jfr after.jfr");
    if (!quiet) {
      System.err.println(
          "uncork: comparing " + newest.get(0) + " with " + newest.get(1) + ", the newest here");
    }
    return newest;
  }

  private static Diagnosis diagnosis(Path file) {
    ReadOutcome outcome = RecordingReader.read(file);
    ReadWords.lines(outcome.problems())
        .forEach(problem -> System.err.println("uncork: " + problem));
    return outcome
        .recording()
        .map(Diagnosis::of)
        .orElseThrow(
            () ->
                new UserError(
                    "nothing could be read from "
                        + file
                        + "; expected a flight recording (.jfr) with events"));
  }
}
