package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.Pricing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Pages of diagnoses in one browser, which has nothing to complain of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OpenedPages {
  Chromium chromium;
  @TempDir Path folder;

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

  final Path open(Diagnosis diagnosis, int width) throws IOException {
    Path page = folder.resolve("report.html");
    HtmlReport.write(diagnosis, new Pricing(diagnosis, HandOffCosts.ofAnotherMachine()), page);
    chromium.media("light", "screen");
    chromium.size(width, 900);
    chromium.open(page);
    return page;
  }

  final List<String> texts(String selector) {
    return chromium.driver().findElements(By.cssSelector(selector)).stream()
        .map(WebElement::getText)
        .toList();
  }
}
