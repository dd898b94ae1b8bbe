package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.report.MadeUp;
import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

@DefaultTier
class ComparisonPageTest {
  @Test
  void twoRecordingsStandSideBySide(@TempDir Path folder) throws Exception {
    try (Chromium chromium = Chromium.start()) {
      Path page = folder.resolve("comparison.html");
      HtmlReport.write(
          Comparison.of(Diagnosis.of(MadeUp.hotLock()), Diagnosis.of(MadeUp.healthy())), page);
      chromium.open(page);

      assertThat(chromium.driver().findElement(By.id("verdict")).getText())
          .contains("busy cores 1.19 → 1.94")
          .contains("threads blocked at locks 6.56 → 0.00");
      assertThat(chromium.driver().findElement(By.id("figures")).getText())
          .contains("Operations/s 9,400 9,400 0 %");
      List<WebElement> charts = chromium.driver().findElements(By.cssSelector(".chart"));
      assertThat(charts).hasSize(3);
      assertThat(charts).allMatch(chart -> chart.getDomAttribute("aria-label").length() > 30);
      for (WebElement head : chromium.driver().findElements(By.cssSelector("thead button"))) {
        chromium.eval("arguments[0].click()", head);
        assertThat(head.findElement(By.xpath("..")).getDomAttribute("aria-sort")).isNotNull();
      }
      for (WebElement summary : chromium.driver().findElements(By.tagName("summary"))) {
        chromium.eval("arguments[0].click()", summary);
      }
      chromium.awaitTrue(
          "return [...document.querySelectorAll('details')]"
              + ".every(d => d.querySelectorAll('tbody tr').length > 0)");
      chromium.size(400, 800);
      chromium.open(page);
      assertThat((long) chromium.eval("return document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(400);
      assertThat(chromium.console()).isEmpty();
      assertThat(chromium.requests()).isEmpty();
    }
  }
}
