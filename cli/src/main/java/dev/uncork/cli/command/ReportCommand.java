package dev.uncork.cli.command;

import dev.uncork.cli.continuous.MergedRecordings;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.eventlog.EventLogReport;
import dev.uncork.cli.eventlog.EventLogTable;
import dev.uncork.cli.eventlog.NamedLogs;
import dev.uncork.cli.option.ExportOptions;
import dev.uncork.cli.option.ReportOptions;
import dev.uncork.cli.option.TimeRangeOptions;
import dev.uncork.cli.reporting.ReportOutputs;
import dev.uncork.cli.reporting.Reporter;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code uncork report}: the report of recordings made earlier or elsewhere. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Report what recordings and Spark's event logs say.",
    description =
        "Reads any flight recording (those made by Uncork tell most) and event logs of Spark 3.3 or"
            + " newer, compressed or not.",
    footer = {
      "",
      "Examples:",
      "  uncork report                                     the newest recording here",
      "  uncork report uncork.jfr",
      "  uncork report uncork.jfr --open                   with pictures, in the browser",
      "  uncork report uncork.jfr --html uncork.html       the same with pictures, as one file",
      "  uncork report --json - uncork.jfr | jq .verdict",
      "  uncork report uncork.jfr --flame waits.html --pprof waits.pb.gz",
      "  uncork report uncork-recordings --from 2h --to 1h",
      "  uncork report uncork.jfr --from 14:30 --to 14:45",
      "  uncork report --json all.json one.jfr two.jfr     writes all-one.json, all-two.json",
      "  uncork report spark-events/app-20261126-0001.zstd",
      "  uncork report spark-events                        all applications, the most wasteful first"
    })
final class ReportCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ReportOptions report = new ReportOptions();
  @Mixin private final ExportOptions exports = new ExportOptions();
  @Mixin private final TimeRangeOptions time = new TimeRangeOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "Recordings (.jfr), or one directory of uncork run --continuous or of a Spark"
              + " application; or Spark's event logs, or a directory of them. Default: the"
              + " newest recording in this directory.")
  private List<Path> files = List.of();

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    boolean chosen = files.isEmpty();
    if (chosen) {
      files =
          NewestRecordings.in(
              Path.of(""),
              1,
              "no FILE was named, and no recording (.jfr) is in this directory; make one: uncork"
                  + " run -- java -jar app.jar");
    }
    Optional<NamedLogs> logs = NamedLogs.among(files);
    if (logs.isPresent()) {
      return report(logs.get()) ? 0 : UserError.EXIT_CODE;
    }
    Reporter reporter = report.reporter(terminal.out(), files);
    reporter.export(exports.checked(files));
    reporter.within(time.range());
    if (chosen) {
      reporter.remark("reporting " + files.get(0) + ", the newest recording here");
    }
    if (files.size() == 1 && Files.isDirectory(files.get(0))) {
      try (MergedRecordings merged = MergedRecordings.of(files.get(0), time.range())) {
        return reporter.report(merged.recordings()) ? 0 : UserError.EXIT_CODE;
      }
    }
    List<CollectedRecording> recordings = files.stream().map(this::recording).toList();
    return reporter.report(recordings) ? 0 : UserError.EXIT_CODE;
  }

  private boolean report(NamedLogs logs) {
    exports.any().or(time::any).ifPresent(logs::refuse);
    ReportOutputs outputs = report.outputs(terminal.out(), logs.paths());
    return logs.single()
        ? new EventLogReport(outputs).report(logs.logs().get(0))
        : new EventLogTable(outputs).report(logs);
  }

  private CollectedRecording recording(Path file) {
    checkReadable(file);
    String name = file.getFileName().toString();
    String tag = files.size() > 1 ? name.replaceFirst("\\.jfr$", "") : "";
    return new CollectedRecording(name, Optional.of(file), tag, false, List.of());
  }

  /** Refuses what can't be a recording before anything is done. */
  static void checkReadable(Path file) {
    if (!Files.exists(file)) {
      throw new UserError(
          "the recording "
              + file
              + " does not exist; check its name, or type uncork report for the newest here");
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new UserError(
          "the recording " + file + " is not a readable file; expected a flight recording (.jfr)");
    }
  }
}
