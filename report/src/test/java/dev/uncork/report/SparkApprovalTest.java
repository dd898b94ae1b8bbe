package dev.uncork.report;

import dev.uncork.report.html.SparkPage;
import dev.uncork.report.spark.EventLogWords;
import dev.uncork.report.spark.SparkJson;
import dev.uncork.report.spark.SparkText;
import dev.uncork.report.text.TextReport;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.file.EventLogs;
import dev.uncork.sparkledger.file.LogReader;
import dev.uncork.sparkledger.file.ReadLog;
import dev.uncork.testsupport.Checkout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text, JSON and page of two real event logs, and the sentences for each kind of finding. */
class SparkApprovalTest {
  private static final Path LOGS = Checkout.root().resolve("spark/ledger/src/test/resources/logs");

  @ParameterizedTest
  @CsvSource({
    "spark-local, local-1795738721907.lzf",
    "spark-cluster, eventlog_v2_app-20261126235236-0000"
  })
  void anEventLogInAllForms(String name, String file) throws IOException {
    ReadLog log = LogReader.read(EventLogs.at(LOGS.resolve(file)).orElseThrow());
    SparkDiagnosis diagnosis = SparkDiagnosis.of(log.application().orElseThrow());
    StringBuilder text = new StringBuilder();
    new SparkText(TextReport.Options.plain()).render(diagnosis, text);
    text.append('\n').append(EventLogWords.title(diagnosis.application())).append('\n');
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    SparkPage.write(diagnosis, EventLogWords.lines(log), page);
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    json.writeBytes(SparkJson.text(diagnosis).getBytes(StandardCharsets.UTF_8));

    Approved.check(name + ".txt", text.toString());
    Approved.check(name + ".json", Approved.anywhere(json));
    Approved.check(name + ".html", withoutStyle(Approved.withoutPictures(page)));
  }

  @Test
  void everyKindOfFindingAndAdvice() throws IOException {
    StringBuilder text = new StringBuilder();
    Stream.concat(MadeUpFindings.all(), MadeUpFindings.advice()).forEach(text::append);

    Approved.check("spark-findings.txt", text.toString());
  }

  private static String withoutStyle(String page) {
    return page.replaceAll("(?s)<style>.*?</style>", "<style/>")
        .replaceAll("'sha256-[^']*'", "'sha256-…'");
  }
}
