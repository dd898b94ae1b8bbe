package dev.uncork.benchmarks.firstrun;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.html.HtmlReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures the page of an hour's recording of 500 threads: its size, how soon a browser has drawn
 * all of it, and how long sorting its table of locks takes.
 *
 * <p>Run by {@code ./bench first-run --only html}; argument: the file for the results.
 */
public final class PageBenchmark {
  private static final int ROUNDS = 7;
  private static final String READY =
      "const m = performance.getEntriesByName('uncork-ready')[0]; return m ? m.startTime : null";

  /** To the end of layout; a click on each column's head, both ways. */
  private static final String SORT =
      """
      const times = [];
      for (const head of document.querySelectorAll('#locks thead button')) {
        for (let way = 0; way < 2; way++) {
          const start = performance.now();
          head.click();
          document.body.offsetHeight;
          times.push(performance.now() - start);
        }
      }
      return times;
      """;

  private PageBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("uncork-page");
    Path recording = scratch.resolve("hour.jfr");
    Path page = scratch.resolve("hour.html");
    LongRecording.write(recording);
    long start = System.nanoTime();
    Diagnosis diagnosis =
        Diagnosis.of(
            RecordingReader.read(recording)
                .recording()
                .orElseThrow(() -> new IOException("the made-up recording can't be read")));
    HtmlReport.write(diagnosis, new Pricing(diagnosis, HandOffCosts.ofAnotherMachine()), page);
    double written = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%d bytes of recording, %d events' threads, %d locks%n",
        Files.size(recording), diagnosis.recording().threads().size(), diagnosis.locks().size());
    List<Double> opens = new ArrayList<>();
    List<Double> sorts = new ArrayList<>();
    try (HeadlessBrowser browser = HeadlessBrowser.start()) {
      for (int round = 0; round < ROUNDS; round++) {
        opens.add(browser.open(page.toUri(), READY).asDouble());
        double slowest = 0;
        for (JsonNode time : browser.eval(SORT)) {
          slowest = Math.max(slowest, time.asDouble());
        }
        sorts.add(slowest);
      }
    }
    ResultFile result = new ResultFile("./bench first-run", "JDK " + Runtime.version().feature());
    String of = " of a made-up recording: an hour, 500 threads, 2,000 contended locks";
    add(
        result,
        "html-bytes",
        "bytes",
        List.of((double) Files.size(page)),
        "size of the page" + of + "; to reach: at most 2000000");
    add(
        result,
        "html-open-ms",
        "ms",
        opens,
        "navigation to the last figure drawn in headless Chromium, page"
            + of
            + "; to reach: at most 2000");
    add(
        result,
        "html-sort-ms",
        "ms",
        sorts,
        "slowest click on a column of the table of locks, to the end of layout; to reach: at most 100");
    add(
        result,
        "html-write-seconds",
        "s",
        List.of(written),
        "reading the recording, diagnosis and writing the page, once, in a cold JVM");
    addReads(result, recording);
    result.write(Path.of(args[0]), true);
    for (Path file : List.of(page, recording, scratch)) {
      Files.delete(file);
    }
  }

  /** Reading alone, by our parser and the JDK's in turns, after one round of each. */
  private static void addReads(ResultFile result, Path recording) throws IOException {
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int round = 0; round <= ROUNDS; round++) {
      long start = System.nanoTime();
      long sum = FieldReads.byUncork(recording);
      long middle = System.nanoTime();
      if (FieldReads.byJdk(recording) != sum) {
        throw new IOException("the two parsers differ");
      }
      long end = System.nanoTime();
      if (round > 0) {
        ours.add((middle - start) / 1e6);
        theirs.add((end - middle) / 1e6);
      }
    }
    result.add(
        "read-threads-ms",
        "ms",
        Spread.of(ours),
        Map.of("jdk.jfr.consumer", Spread.of(theirs)),
        "reading the looks at threads of this recording with 13 of their fields, by one thread of a"
            + " warm JVM");
    System.out.println(
        "read-threads-ms " + Spread.of(ours) + ", jdk.jfr.consumer " + Spread.of(theirs));
  }

  private static void add(
      ResultFile result, String name, String unit, List<Double> values, String note) {
    result.add(name, unit, Spread.of(values), Map.of(), note);
    System.out.println(name + " " + Spread.of(values));
  }
}
