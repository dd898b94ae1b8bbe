package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.report.MadeUp;
import dev.uncork.report.MadeUpCurve;
import dev.uncork.report.MadeUpLedger;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The scaling curve on the page of a report, in a real browser. */
@DefaultTier
class CurvePageTest extends OpenedPages {
  private static final Diagnosis RETRIES =
      MadeUpCurve.with(MadeUpLedger.with(Diagnosis.of(MadeUp.hotLock())));

  @Test
  void theCurveIsDrawnWithItsBandAndCarriedOn() throws IOException {
    open(RETRIES, 1000);

    assertThat(texts("#curve p").get(0))
        .isEqualTo(
            "On 2 of 16 cores it is 1.6 times as fast. uncork run --remedy cores=2 -- java ...");
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
    open(RETRIES, 1000);

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
    open(Diagnosis.of(MadeUp.hotLock()), 1000);

    assertThat(texts("#curve p").get(0)).startsWith("This recording has no windows");
  }
}
