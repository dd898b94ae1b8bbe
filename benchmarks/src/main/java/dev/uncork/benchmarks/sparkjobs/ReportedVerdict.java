package dev.uncork.benchmarks.sparkjobs;

import dev.uncork.report.spark.SparkFindingWords;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.file.EventLogs;
import dev.uncork.sparkledger.file.LogFiles;
import dev.uncork.sparkledger.file.LogReader;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.price.TimeGain;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What Uncork said of an application.
 *
 * @param promised of the application's time, where the cause is removed
 */
record ReportedVerdict(String kind, String text, TimeGain promised) {
  /** Python's call sites have whole paths, which differ between checkouts. */
  private static final String HERE = Path.of("").toAbsolutePath() + "/";

  /** What the events of an event log mean, as all of Uncork's reports have it. */
  static SparkDiagnosis diagnosis(Path eventLog) throws IOException {
    LogFiles files =
        EventLogs.at(eventLog)
            .orElseThrow(() -> new IOException(eventLog + " isn't known as an event log"));
    Application application =
        LogReader.read(files)
            .application()
            .orElseThrow(() -> new IOException(eventLog + " tells of no application"));
    return SparkDiagnosis.of(application);
  }

  /** What it says of a run; an event log that can't be read is a wrong verdict. */
  static ReportedVerdict on(SparkRun run) {
    try {
      SparkDiagnosis diagnosis = diagnosis(run.eventLog());
      return new ReportedVerdict(
          diagnosis.verdict().kind().label(),
          SparkFindingWords.verdict(diagnosis).replace(HERE, ""),
          diagnosis.verdict().gain());
    } catch (IOException e) {
      return new ReportedVerdict(
          "none", String.valueOf(e.getMessage()), TimeGain.none(run.seconds()));
    }
  }
}
