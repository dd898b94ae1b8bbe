package dev.uncork.cli.eventlog;

import dev.uncork.cli.output.Destination;
import dev.uncork.cli.reporting.ReportOutputs;
import dev.uncork.cli.terminal.Delivery;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.report.html.SparkPage;
import dev.uncork.report.spark.EventLogWords;
import dev.uncork.report.spark.SparkJson;
import dev.uncork.report.spark.SparkText;
import dev.uncork.report.text.TextReport;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.file.LogFiles;
import dev.uncork.sparkledger.file.LogReader;
import dev.uncork.sparkledger.file.ReadLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/** The report of one event log. */
public final class EventLogReport {
  private final ReportOutputs outputs;

  public EventLogReport(ReportOutputs outputs) {
    this.outputs = outputs;
  }

  /** Reads a log and reports it; whether that was possible. */
  public boolean report(LogFiles files) {
    ReadLog log = LogReader.read(files);
    List<String> remarks = EventLogWords.lines(log);
    remarks.forEach(EventLogReport::remark);
    if (log.application().isEmpty()) {
      return false;
    }
    try {
      write(SparkDiagnosis.of(log.application().get()), remarks);
      return true;
    } catch (IOException e) {
      remark("the report could not be written (" + e.getMessage() + "); free some space");
      return false;
    }
  }

  private void write(SparkDiagnosis diagnosis, List<String> remarks) throws IOException {
    Terminal.Screen screen = outputs.screen();
    if (!outputs.quiet() && !outputs.jsonOnOutput()) {
      new SparkText(new TextReport.Options(outputs.width(), screen.colour(), screen.blocks()))
          .render(diagnosis, screen.stream());
      screen.stream().println();
      screen.stream().println(EventLogWords.title(diagnosis.application()));
      Delivery.check(screen.stream());
    }
    String document = SparkJson.text(diagnosis);
    if (outputs.jsonOnOutput()) {
      System.out.write(document.getBytes(StandardCharsets.UTF_8));
      Delivery.check(System.out);
    }
    Destination json = outputs.json();
    if (json != null) {
      Files.writeString(json.file(""), document);
    }
    Destination html = outputs.html();
    if (html != null) {
      try (OutputStream page = Files.newOutputStream(html.file(""))) {
        SparkPage.write(diagnosis, remarks, page);
      }
    }
  }

  private static void remark(String text) {
    System.err.println("uncork: " + text);
  }
}
