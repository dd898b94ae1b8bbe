package dev.uncork.cli.eventlog;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.reporting.ReportOutputs;
import dev.uncork.cli.terminal.Delivery;
import dev.uncork.report.spark.ApplicationRow;
import dev.uncork.report.spark.ApplicationsJson;
import dev.uncork.report.spark.ApplicationsText;
import dev.uncork.report.spark.EventLogWords;
import dev.uncork.report.text.Look;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.file.LogFiles;
import dev.uncork.sparkledger.file.LogReader;
import dev.uncork.sparkledger.file.ReadLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Many event logs as a table of their applications. */
public final class EventLogTable {
  private final ReportOutputs outputs;

  public EventLogTable(ReportOutputs outputs) {
    this.outputs = outputs;
  }

  /** Shows logs; whether any could be read. */
  public boolean report(NamedLogs named) {
    if (outputs.html() != null) {
      throw new UserError("--html is a page of one application; name one of the logs");
    }
    named.unreadable().forEach(path -> remark(EventLogWords.unreadable(path)));
    List<ApplicationRow> rows = rows(named.logs());
    if (rows.isEmpty()) {
      return false;
    }
    try {
      show(rows);
      return true;
    } catch (IOException e) {
      remark("the table could not be written (" + e.getMessage() + "); free some space");
      return false;
    }
  }

  private static List<ApplicationRow> rows(List<LogFiles> logs) {
    List<ApplicationRow> rows = new ArrayList<>();
    for (LogFiles files : logs) {
      // One at a time: no more of an application is kept than its row.
      ReadLog log = LogReader.read(files);
      if (log.application().isPresent()) {
        rows.add(ApplicationRow.of(SparkDiagnosis.of(log.application().get()), log));
      } else {
        EventLogWords.lines(log).forEach(EventLogTable::remark);
      }
    }
    return rows;
  }

  private void show(List<ApplicationRow> rows) throws IOException {
    if (!outputs.quiet() && !outputs.jsonOnOutput()) {
      Look look = new Look(outputs.width(), outputs.screen().colour(), outputs.screen().blocks());
      new ApplicationsText(look).render(rows, outputs.screen().stream());
      Delivery.check(outputs.screen().stream());
    }
    if (outputs.jsonOnOutput()) {
      ApplicationsJson.write(rows, System.out);
      Delivery.check(System.out);
    }
    Destination json = outputs.json();
    if (json != null) {
      try (OutputStream file = Files.newOutputStream(json.file(""))) {
        ApplicationsJson.write(rows, file);
      }
    }
  }

  private static void remark(String text) {
    System.err.println("uncork: " + text);
  }
}
