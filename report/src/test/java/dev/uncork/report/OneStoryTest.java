package dev.uncork.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.Doubt;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.report.text.TextReport;
import dev.uncork.scaling.law.Interval;
import dev.uncork.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The headline, the price and the next step of a report never contradict each other. */
final class OneStoryTest {
  private static final String LOCK = "tlc.tool.ModelChecker";

  private static final Pattern GAIN =
      Pattern.compile("(?:up to|about) (?:([\\d.,]+) times as fast|<?([\\d.,]+) % faster)");

  private static final Pattern PRICE =
      Pattern.compile(
          "Priced removing .+?: (?:(hardly anything)|([\\d.]+) times as fast|\\+?(-?[\\d.]+) %)"
              + " .*?on this machine|Priced removing .+?: (hardly anything) on this machine");

  private static final Pattern CURVE = Pattern.compile("Curve cores 1 .*?speed ([\\d.]+) ");

  static Stream<Path> approvedReports() {
    return Checkout.files(Pattern.compile("^cli/src/test/resources/approved/.+\\.txt$")).stream()
        .filter(file -> Checkout.read(file).contains("\nNext "));
  }

  @ParameterizedTest
  @MethodSource("approvedReports")
  void ofApprovedReports(Path file) {
    check(Checkout.read(file));
  }

  static Stream<Path> approvedJson() {
    return Checkout.files(Pattern.compile("^cli/src/test/resources/approved/.+\\.json$")).stream()
        .filter(file -> Checkout.read(file).contains("\"savedShareAtMost\""));
  }

  @ParameterizedTest
  @MethodSource("approvedJson")
  void theHeadlinePromisesNoMoreThanItsFinding(Path file) throws IOException {
    JsonNode report = new ObjectMapper().readTree(Checkout.read(file));
    JsonNode verdict = report.path("verdict");
    for (JsonNode finding : report.path("findings")) {
      if (finding.path("kind").equals(verdict.path("kind"))
          && finding.path("location").equals(verdict.path("location"))) {
        double about = finding.path("gainAbout").asDouble(Double.POSITIVE_INFINITY);
        double gain = finding.path("gainAtMost").asDouble(about);
        assertThat(promised(verdict.path("text").asText())).isLessThan(gain + 0.06);
      }
    }
  }

  /** Up to the bound of the made-up lock, 68 %, beyond which nothing is priced. */
  @ParameterizedTest
  @CsvSource({"0, 0, 0.004", "0.02, 0.05, 0.11", "0.1, 0.3, 0.35", "0.3, 0.5, 0.67"})
  void ofALockAtAnyPrice(double low, double value, double high) throws IOException {
    Interval many = new Interval(low + 2, value + 4, high + 9);

    check(report(Diagnosis.of(MadeUp.hotLock()), price(new Interval(low, value, high), many)));
    check(report(healthy(), price(new Interval(0, Math.min(value, 0.02), 0.03), many)));
  }

  @Test
  void aLockThatHidesAnotherIsWorthLittleByItself() throws IOException {
    String text =
        report(
            Diagnosis.of(MadeUp.hotLock()),
            price(new Interval(0, 0.001, 0.004), new Interval(0, 0, 0)));

    assertThat(text)
        .contains("removing it alone would change next to nothing; with what holds it back next")
        .contains("Priced removing this lock: hardly anything on this machine");
  }

  @Test
  void whatCannotBePricedIsNoGain() throws IOException {
    String text =
        report(
            Diagnosis.of(MadeUp.hotLock()),
            new LockPrice(LOCK, List.of(), true, List.of(new Doubt.Unsteady(1, 2))));

    assertThat(text).contains("Unpriced the run is not steady").doesNotContain("Priced ");
  }

  @Test
  void aPriceOfAnotherLockStaysAway() throws IOException {
    LockPrice other =
        new LockPrice(
            "a.B", List.of(new LockPrice.CoresGain(2, 2, new Interval(1, 2, 3))), true, List.of());

    assertThat(report(Diagnosis.of(MadeUp.hotLock()), other)).doesNotContain("riced");
  }

  @Test
  void thereIsSomethingToFixWhereManyCoresWouldWait() throws IOException {
    String text = report(healthy(), price(new Interval(0, 0.01, 0.02), new Interval(8, 10, 14)));

    assertThat(text).contains("On many more, " + LOCK + " would hold it back");
  }

  private static Diagnosis healthy() {
    return Diagnosis.of(MadeUp.healthy());
  }

  private static LockPrice price(Interval here, Interval many) {
    return new LockPrice(
        LOCK,
        List.of(new LockPrice.CoresGain(2, 2, here), new LockPrice.CoresGain(64, 64, many)),
        true,
        List.of());
  }

  private static String report(Diagnosis diagnosis, LockPrice price) throws IOException {
    StringBuilder text = new StringBuilder();
    new TextReport(TextReport.Options.plain()).render(diagnosis, Optional.of(price), text);
    check(text.toString());
    return flat(text.toString());
  }

  private static void check(String text) {
    String headline = flat(text.strip().split("\n\n", 2)[0]);
    String all = flat(text);
    boolean healthy = headline.startsWith("No bottleneck");
    if (all.contains("riced ")) {
      assertThat(healthy || headline.contains("lock") || headline.contains("removing it alone"))
          .as("a price beside a verdict that it doesn't belong to: " + text)
          .isTrue();
    }
    priced(all)
        .ifPresent(
            price -> {
              double promised = promised(headline);
              if (healthy) {
                assertThat(price).as("costs little, yet: " + text).isLessThan(0.1);
              } else {
                assertThat(price).as(text).isLessThanOrEqualTo(promised + 0.01 + promised * 0.05);
              }
            });
    if (all.contains("Nothing to fix here")) {
      assertThat(all).as("nothing to fix, yet").doesNotContain("Cheapest ");
      assertThat(all).doesNotContainPattern("times as fast \\([^)]*\\) at 64 cores");
    }
    if (all.contains(" decides on it.") || all.contains(" is set by ")) {
      assertThat(all).as("a setting decides, yet").doesNotContain("Keep its holders");
    }
    Matcher curve = CURVE.matcher(all);
    if (healthy && curve.find() && number(curve.group(1)) >= 1.2) {
      assertThat(all).as("faster on one core, yet").doesNotContain("Nothing to fix here");
    }
    if (all.contains("Give it more worker threads")) {
      assertThat(all).as("more threads, yet").doesNotContain("fewer threads");
    }
  }

  /** The smallest gain that the headline says could be had. */
  private static double promised(String headline) {
    Matcher gain = GAIN.matcher(headline);
    double most = 0;
    while (gain.find()) {
      double value =
          gain.group(1) != null ? number(gain.group(1)) - 1 : number(gain.group(2)) / 100;
      most = most == 0 ? value : Math.min(most, value);
    }
    return most;
  }

  private static Optional<Double> priced(String text) {
    Matcher price = PRICE.matcher(text);
    if (!price.find()) {
      return Optional.empty();
    }
    if (price.group(2) != null) {
      return Optional.of(number(price.group(2)) - 1);
    }
    return Optional.of(price.group(3) == null ? 0 : number(price.group(3)) / 100);
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
