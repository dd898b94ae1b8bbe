package dev.uncork.cli.reporting;

import dev.uncork.cli.calibrate.HandOffFile;
import dev.uncork.cli.output.Browser;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.terminal.Delivery;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.read.ReadOutcome;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.html.HtmlReport;
import dev.uncork.report.json.JsonReport;
import dev.uncork.report.text.TextReport;
import dev.uncork.report.text.TogetherText;
import dev.uncork.report.words.ReadWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows what recordings say: as text on the terminal, as JSON and HTML in files. */
public final class Reporter {
  private final Terminal.Screen screen;
  private final int width;
  private final TogetherText together;
  private final boolean quiet;
  private final @Nullable Destination json;
  private final boolean jsonOnOutput;
  private final @Nullable Destination html;
  private boolean remarked;
  private @Nullable String expectedProgress;
  private Exports exports = Exports.NONE;
  private TimeRange range = TimeRange.ALL;
  private boolean open;

  public Reporter(ReportOutputs outputs) {
    this.screen = outputs.screen();
    this.width = outputs.width();
    this.together = new TogetherText(width);
    this.quiet = outputs.quiet();
    this.json = outputs.json();
    this.jsonOnOutput = outputs.jsonOnOutput();
    this.html = outputs.html();
  }

  /** Says so if a recording has no progress although this JMX attribute, if any, was to tell it. */
  public void expectProgress(@Nullable String jmxAttribute) {
    expectedProgress = jmxAttribute;
  }

  /** Writes these files too. */
  public void export(Exports wanted) {
    exports = wanted;
  }

  /** Shows the HTML files in the browser once they are written. */
  public void openPages() {
    open = true;
  }

  /** Reports only what happened within a range of time. */
  public void within(TimeRange wanted) {
    range = wanted;
  }

  /** One line beside the report that the user should see, even when quiet. */
  public void remark(String text) {
    System.err.println("uncork: " + text);
    remarked = true;
  }

  /**
   * Reports recordings, one after the other.
   *
   * @return whether all of them could be reported
   */
  public boolean report(List<CollectedRecording> recordings) {
    boolean all = true;
    for (CollectedRecording recording : recordings) {
      String subject = recordings.size() > 1 ? "JVM " + recording.jvm() + ": " : "";
      recording.remarks().forEach(text -> remark(subject + text));
      Path file = recording.file().orElse(null);
      all &= file != null && report(file, recording);
    }
    if (!quiet && !jsonOnOutput) {
      together.render(screen.stream());
    }
    return all;
  }

  /** Whether nobody wants to know what a recording says: then it isn't read. */
  private boolean isOnlyKept(CollectedRecording recording) {
    return quiet
        && recording.made()
        && !jsonOnOutput
        && json == null
        && html == null
        && exports == Exports.NONE
        && expectedProgress == null;
  }

  private boolean report(Path file, CollectedRecording recording) {
    if (isOnlyKept(recording)) {
      return true;
    }
    ReadOutcome outcome = RecordingReader.read(file, range);
    ReadWords.lines(outcome.problems()).forEach(this::remark);
    if (outcome.recording().isEmpty()) {
      return false;
    }
    Diagnosis diagnosis = Diagnosis.of(outcome.recording().get());
    if (!recording.made()) {
      together.add(recording.jvm(), diagnosis);
    }
    if (expectedProgress != null && diagnosis.progress().isEmpty()) {
      remark(
          "--progress-jmx "
              + expectedProgress
              + ": no such MBean with a number in that attribute was there; check both names");
    }
    Pricing pricing = new Pricing(diagnosis, HandOffFile.ofUser().read());
    Optional<LockPrice> price = pricing.ofTopLock();
    try {
      if (!quiet && !jsonOnOutput) {
        showText(diagnosis, price, recording, file);
      }
      if (jsonOnOutput) {
        JsonReport.write(diagnosis, price, System.out);
        Delivery.check(System.out);
      }
      if (json != null) {
        JsonReport.write(diagnosis, price, json.file(recording.tag()));
      }
      if (html != null) {
        Path page = html.file(recording.tag());
        HtmlReport.write(diagnosis, pricing, page);
        if (open && !Browser.show(page)) {
          remark(
              "--open: no browser was found here (BROWSER is unset, and there is no desktop); open "
                  + page.toUri());
        }
      }
      exports.write(diagnosis.recording(), file, range, recording.tag()).forEach(this::remark);
      return true;
    } catch (IOException e) {
      remark(
          "the report could not be written ("
              + e.getMessage()
              + "); the recording is "
              + file
              + ": free some space and see uncork report");
      return false;
    }
  }

  private void showText(
      Diagnosis diagnosis, Optional<LockPrice> price, CollectedRecording recording, Path file)
      throws IOException {
    if (recording.made() || remarked) {
      // Apart from what the program printed, perhaps without a line's end.
      screen.stream().println();
    } else if (!recording.tag().isEmpty()) {
      screen.stream().println("JVM       " + recording.jvm());
    }
    new TextReport(new TextReport.Options(width, screen.colour(), screen.blocks()))
        .render(diagnosis, price, screen.stream());
    if (recording.made()) {
      screen.stream().println("Recording " + shortest(file));
    }
    Delivery.check(screen.stream());
  }

  /** The name to type here: relative where that is below this directory. */
  private static Path shortest(Path file) {
    Path here = Path.of("").toAbsolutePath();
    return file.startsWith(here) ? here.relativize(file) : file;
  }
}
