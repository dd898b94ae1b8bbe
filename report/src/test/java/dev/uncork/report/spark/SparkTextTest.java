package dev.uncork.report.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.report.text.TextReport;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.model.Volumes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The report of an application whose one stage ends with a task that reads most rows. */
class SparkTextTest {
  private static final Span JOB = new Span(2_000, 14_000);
  private static final String LINE = "count at Report.scala:12";

  /** Two slots; eight tasks of half a second, then one that reads ten times as much. */
  private static Application skewed(String line, boolean complete) {
    CallSite site = new CallSite(line, "");
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long start = 2_000 + i / 2 * 500L;
      tasks.add(task(i, new Span(start, start + 500), 1_000));
    }
    tasks.add(task(8, new Span(4_000, 14_000), 20_000));
    Stage stage =
        new Stage(
            new Stage.Key(3, 0),
            site,
            List.of(),
            List.of(),
            List.of(),
            JOB,
            Optional.empty(),
            9,
            tasks);
    Job job =
        new Job(0, JOB, Optional.empty(), Optional.empty(), List.of(3), OptionalLong.empty(), site);
    Span span = new Span(0, 14_100);
    return new Application(
        new Application.Identity("local-1", Optional.empty(), "made", "4.0.1"),
        new Application.Driver("host", "17", Map.of(), List.of(), Demand.OWN),
        span,
        complete,
        new TreeMap<>(Map.of("spark.master", "local[2]")),
        List.of(
            new Executor(
                "driver",
                "host",
                2,
                new Span(1_000, 14_100),
                Optional.empty(),
                Map.of(),
                List.of(),
                List.of(),
                Map.of(),
                Optional.empty(),
                List.of())),
        List.of(job),
        List.of(stage),
        List.of());
  }

  private static Task task(int index, Span span, long rows) {
    Volumes.Amount none = Volumes.Amount.NONE;
    long millis = span.millis();
    return new Task(
        new Task.Key(index, 0, "driver", false, "ANY"),
        Task.Outcome.SUCCEEDED,
        Optional.empty(),
        span,
        new Task.Times(0, 0, millis, millis, 0, 0, 0, 0, 0),
        new Volumes(
            none,
            new Volumes.Amount(rows * 8, rows),
            0,
            none,
            none,
            0,
            new Volumes.Spill(0, 0),
            0));
  }

  private static String text(Application application, int width, boolean colour)
      throws IOException {
    StringBuilder out = new StringBuilder();
    new SparkText(new TextReport.Options(width, colour, false))
        .render(SparkDiagnosis.of(application), out);
    return out.toString();
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @Test
  void theFirstSentenceNamesCauseAndCodeThenComeGainAdviceAndLedger() throws IOException {
    assertThat(words(text(skewed(LINE, true), 80, false)))
        .startsWith(
            "Skewed keys slow down stage 3 (count at Report.scala:12): one task reads 20,000 rows,"
                + " the median task 1,000. It takes 10.0 s, the median of all 9 tasks is 500 ms."
                + " Fixing this would save about ")
        .contains(" try salt the key: ")
        .containsSubsequence(
            "Where 2 slots", "one long task", "Bounds", "Curve", "Stages by lost slot-time");
  }

  @ParameterizedTest
  @ValueSource(ints = {72, 80, 120})
  void linesKeepToTheWidthOfTheTerminal(int width) throws IOException {
    String longLine = "collect at /home/somebody/projects/warehouse/jobs/daily/a_long_name.py:1234";

    assertThat(text(skewed(longLine, true), width, false).lines())
        .allMatch(line -> line.length() <= width);
  }

  @Test
  void anApplicationWithoutItsEndIsReportedAsFarAsItWent() throws IOException {
    assertThat(words(text(skewed(LINE, false), 80, false)))
        .contains("The events end before the application: it still runs, was killed, or ");
    assertThat(text(skewed(LINE, true), 80, false)).doesNotContain("The events end");
  }

  @Test
  void aCauseIsRedWhereThereAreColours() throws IOException {
    assertThat(text(skewed(LINE, true), 80, true)).startsWith("\u001b[1;31m");
    assertThat(text(skewed(LINE, true), 80, false)).doesNotContain("\u001b");
  }
}
