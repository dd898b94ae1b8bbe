package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.report.MadeUp;
import dev.uncork.report.MadeUpCurve;
import dev.uncork.report.MadeUpLedger;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The scaling curve on the page of a report, in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DefaultTier
class CurvePageTest {
  private static final Diagnosis RETRIES =
      MadeUpCurve.with(MadeUpLedger.with(Diagnosis.of(MadeUp.hotLock())));

  private Chromium chromium;
  @TempDir private Path folder;

  @BeforeAll
  void start() {
    chromium = Chromium.start();
  }

  @AfterAll
  void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @AfterEach
  void nothingWentWrong() {
    assertThat(chromium.console()).isEmpty();
    assertThat(chromium.requests()).isEmpty();
  }

  private void open(Diagnosis diagnosis) throws IOException {
    Path page = folder.resolve("report.html");
    HtmlReport.write(diagnosis, new Pricing(diagnosis, HandOffCosts.ofAnotherMachine()), page);
    chromium.media("light", "screen");
    chromium.size(1000, 900);
    chromium.open(page);
  }

  private List<String> texts(String selector) {
    return chromium.driver().findElements(By.cssSelector(selector)).stream()
        .map(WebElement::getText)
        .toList();
  }

  @Test
  void theCurveIsDrawnWithItsBandAndCarriedOn() throws IOException {
    open(RETRIES);

    assertThat(texts("#curve p").get(0))
        .isEqualTo(
            "On 2 of 16 cores it is 1.6 times as fast. Cheapest: run it on 2 cores: 1.6 times as"
                + " fast, with uncork run --remedy cores=2 -- java ...");
    assertThat(
            chromium.eval(
                "return echarts.getInstanceByDom(document.querySelector('#curve .chart'))"
                    + ".getOption().series.map(s => s.name)"))
        .isEqualTo(List.of("measured", "carried on", "low", "band"));
    chromium.driver().findElement(By.cssSelector("#curve summary")).click();
    assertThat(texts("#curve tbody tr"))
        .contains("2 1.63 1.53 1.71 1.00", "16 1.00 1.00 1.00 7.60")
        .anyMatch(row -> row.startsWith("32 "));
  }

  @Test
  void whatIsBurntOpensTheCodeThatBurnsIt() throws IOException {
    open(RETRIES);

    WebElement burnt =
        chromium.driver().findElements(By.cssSelector("#ledger tbody th button")).stream()
            .filter(button -> button.getText().equals("burnt by contention"))
            .findFirst()
            .orElseThrow();
    burnt.click();
    assertThat(texts("#ledger tr.detail").get(0))
        .contains("Shop.sell", "updates of Shop.BOOK fail and are tried again", "Stack");
  }

  @Test
  void aRecordingWithoutWindowsSaysSo() throws IOException {
    open(Diagnosis.of(MadeUp.hotLock()));

    assertThat(texts("#curve p").get(0)).startsWith("This recording has no windows");
  }
}
