package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.lever.Advice;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.predict.Outlook;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.tune.Attempt;
import dev.uncork.diagnosis.tune.Attempt.Decision;
import dev.uncork.diagnosis.tune.Attempt.Pair;
import dev.uncork.diagnosis.tune.Grounds;
import dev.uncork.diagnosis.tune.Remark;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.diagnosis.tune.StopReason;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.report.words.TuneAccount;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The journey on a page, in a real browser: wide, narrow, dark, printed, hostile. */
@DefaultTier
class TunePageTest {
  private static final String HOSTILE = "</script><img src=x onerror=window.pwned=1>";

  private static Attempt attempt(Change change, Decision decision, double gain) {
    Lever lever =
        new Lever(
            change.kind(),
            change.lever(),
            List.of(change),
            OptionalDouble.of(0.4),
            Why.Known.SEVERAL_BOTTLENECKS,
            true);
    return new Attempt(
        lever,
        change,
        decision,
        List.of(new Pair(1000, 1000 * (1 + gain))),
        Optional.of(new Interval(gain - 0.1, gain, gain + 0.1)),
        OptionalDouble.of(0.4),
        decision == Decision.FAILED
            ? new Grounds.WrongResult("exit code 1")
            : Grounds.Known.FIGURES);
  }

  private static TuneResult journey() {
    Change counter =
        Change.remedy(RemedyKind.COUNTER, "counter", "counter=com.acme.explorer.StatesCounter");
    Change heap = Change.options(RemedyKind.HEAP, "heap", List.of("-Xms2048m", "-Xmx2048m"));
    Change wrong = Change.fill(RemedyKind.KNOB, "set", HOSTILE);
    Setup start = new Setup(List.of());
    SetupObservation first =
        new SetupObservation(
            "7.1 threads wait for a counter", 0.6, List.of(), List.of(), List.of());
    SetupObservation last =
        new SetupObservation(
            "6 threads wait for com.acme.explorer.Queue",
            0.8,
            List.of(),
            List.of(
                new Advice(
                    Advice.Remedy.CHUNK,
                    "com.acme.explorer.Queue",
                    "com.acme.explorer.Queue.take(Queue.java:42)",
                    0.7)),
            List.of());
    return new TuneResult(
        start,
        start.with(counter).with(heap),
        Optional.of(MedianInterval.of(new double[] {990, 1000, 1010})),
        List.of(
            new TuneResult.Step(attempt(counter, Decision.KEPT, 0.5), 1500),
            new TuneResult.Step(attempt(heap, Decision.KEPT, 0.2), 1800)),
        List.of(attempt(counter, Decision.KEPT, 0.5), attempt(wrong, Decision.FAILED, 0)),
        first,
        last,
        Optional.of(new TuneResult.Comparison(1000, 1800, new Interval(0.7, 0.8, 0.9), 4)),
        Optional.of(StopReason.Known.NOTHING_PROMISES_MORE),
        List.of(new Remark.BaselineRunFailed(HOSTILE)));
  }

  private static final Outlook OUTLOOK =
      new Outlook(
          List.of(point(2, 1700, 1800, 1900), point(384, 9000, 20000, 40000)), Optional.empty());

  private static Prediction.Point point(int cores, double low, double value, double high) {
    return new Prediction.Point(
        cores,
        cores,
        new Interval(low, value, high),
        new ClosedNetwork.Load(ClosedNetwork.Resource.CORES, "", 0.9),
        OptionalDouble.empty());
  }

  private static TuneAccount told(TuneResult result, Outlook outlook) {
    return new TuneAccount(
        result,
        List.of("java", "-jar", "app.jar"),
        "operations/s",
        "uncork.plan",
        outlook,
        List.of("numa: this machine has one NUMA node"),
        List.of());
  }

  @Test
  void theJourneyIsATableThatFitsEverywhere(@TempDir Path folder) throws Exception {
    try (Chromium chromium = Chromium.start()) {
      Path page = folder.resolve("tune.html");
      Files.write(page, TunePage.of(told(journey(), OUTLOOK)));
      assertThat(Files.size(page)).isLessThan(2_000_000);
      chromium.open(page);
      assertThat(text(chromium, "verdict"))
          .contains("1.80 times as fast, checked side by side in 4 pairs of runs")
          .contains("Next: uncork run --plan uncork.plan -- java -jar app.jar");
      List<String> rows =
          chromium.driver().findElements(By.cssSelector("#steps table.wide tbody tr")).stream()
              .map(WebElement::getText)
              .toList();
      assertThat(rows).hasSize(3);
      assertThat(rows.get(0)).contains("as it was").contains("1,000").contains("1.00");
      assertThat(rows.get(1)).contains("counter=com.acme").contains("1,500").contains("1.50");
      assertThat(rows.get(2)).contains("-Xmx2048m").contains("1,800").contains("1.20 1.80");
      assertThat(text(chromium, "dropped")).contains("failed").contains(HOSTILE);
      assertThat(text(chromium, "remains"))
          .contains("It stopped because nothing that can be tried promises more.")
          .contains("Queue.java:42")
          .contains("ChunkedWorklist")
          .contains("+70.0 %");
      assertThat(text(chromium, "forecast")).contains("20.0 k (9,000 to 40.0 k)");
      assertThat(text(chromium, "about")).contains("Can't be tried here: numa");
      assertThat(chromium.driver().findElements(By.cssSelector(".chart canvas"))).hasSize(2);
      assertThat(chromium.eval("return window.pwned")).isNull();
      fitsEverywhere(chromium, page, folder);
      assertThat(chromium.console()).isEmpty();
      assertThat(chromium.requests()).isEmpty();
    }
  }

  private static String text(Chromium chromium, String id) {
    return chromium.driver().findElement(By.id(id)).getText();
  }

  private static void fitsEverywhere(Chromium chromium, Path page, Path folder) throws Exception {
    String background = "return getComputedStyle(document.body).backgroundColor";
    for (String media : List.of("screen", "print")) {
      for (String scheme : List.of("light", "dark")) {
        chromium.media(scheme, media);
        // A sheet of A4 is about as wide as 720 pixels.
        int narrow = media.equals("screen") ? 400 : 720;
        chromium.size(narrow, 800);
        chromium.open(page);
        assertThat((long) chromium.eval("return document.documentElement.scrollWidth"))
            .describedAs(media + " " + scheme)
            .isLessThanOrEqualTo(narrow);
        boolean dark = scheme.equals("dark") && media.equals("screen");
        if (media.equals("screen")) {
          assertThat(chromium.eval(background))
              .isEqualTo(dark ? "rgb(20, 23, 26)" : "rgb(255, 255, 255)");
        }
        keep(chromium, folder, media + "-" + scheme + "-narrow");
        chromium.size(1100, 1600);
        keep(chromium, folder, media + "-" + scheme);
      }
    }
    chromium.media("light", "screen");
  }

  /** Pictures to look at, where somebody wants them. */
  private static void keep(Chromium chromium, Path folder, String name) throws Exception {
    String wanted = System.getProperty("uncork.shots", folder.toString());
    chromium.screenshot(Path.of(wanted).resolve("tune-" + name + ".png"));
  }

  @Test
  void whereNothingWasKeptThePageSaysSo(@TempDir Path folder) throws Exception {
    try (Chromium chromium = Chromium.start()) {
      TuneResult none =
          new TuneResult(
              new Setup(List.of()),
              new Setup(List.of()),
              Optional.empty(),
              List.of(),
              List.of(),
              SetupObservation.NONE,
              SetupObservation.NONE,
              Optional.empty(),
              Optional.of(new StopReason.ProgramFails("exit code 1")),
              List.of());
      Path page = folder.resolve("none.html");
      Files.write(page, TunePage.of(told(none, Outlook.NONE)));
      chromium.open(page);
      assertThat(text(chromium, "verdict")).contains("could not be measured");
      assertThat(text(chromium, "remains")).contains("exit code 1");
      assertThat(text(chromium, "dropped")).contains("Nothing else was tried");
      assertThat(chromium.console()).isEmpty();
    }
  }
}
