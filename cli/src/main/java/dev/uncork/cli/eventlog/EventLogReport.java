package dev.uncork.cli.eventlog;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.reporting.ReportOutputs;
import dev.uncork.cli.terminal.Delivery;
import dev.uncork.report.spark.EventLogWords;
import dev.uncork.report.spark.SparkText;
import dev.uncork.report.text.TextReport;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.file.LogFiles;
import dev.uncork.sparkledger.file.LogReader;
import dev.uncork.sparkledger.file.ReadLog;
import java.io.IOException;

/** The report of one event log. */
public final class EventLogReport {
  private final ReportOutputs outputs;

  public EventLogReport(ReportOutputs outputs) {
    this.outputs = outputs;
  }

  /** Reads a log and reports it; whether that was possible. */
  public boolean report(LogFiles files) {
    if (outputs.json() != null || outputs.jsonOnOutput() || outputs.html() != null) {
      throw new UserError(
          "--json and --html of a single event log are not written yet; name its directory for a"
              + " table as JSON");
    }
    ReadLog log = LogReader.read(files);
    EventLogWords.lines(log).forEach(EventLogReport::remark);
    if (log.application().isEmpty()) {
      return false;
    }
    SparkDiagnosis diagnosis = SparkDiagnosis.of(log.application().get());
    try {
      if (!outputs.quiet() && !outputs.jsonOnOutput()) {
        new SparkText(
                new TextReport.Options(
                    outputs.width(), outputs.screen().colour(), outputs.screen().blocks()))
            .render(diagnosis, outputs.screen().stream());
        outputs.screen().stream().println();
        outputs.screen().stream().println(EventLogWords.title(diagnosis.application()));
        Delivery.check(outputs.screen().stream());
      }
      return true;
    } catch (IOException e) {
      remark("the report could not be written (" + e.getMessage() + "); free some space");
      return false;
    }
  }

  private static void remark(String text) {
    System.err.println("uncork: " + text);
  }
}
