package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import dev.uncork.report.MadeUp;
import dev.uncork.report.MadeUpLedger;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The ledger on the page of a report, in a real browser. */
@DefaultTier
class LedgerPageTest extends OpenedPages {
  private static final Diagnosis HOT = MadeUpLedger.with(Diagnosis.of(MadeUp.hotLock()));

  private WebElement opener(String row) {
    return chromium.driver().findElements(By.cssSelector("#ledger tbody th button")).stream()
        .filter(button -> button.getText().equals(row))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theLedgerComesFirstBelowTheVerdict() throws IOException {
    open(HOT, 1200);

    assertThat(texts("main section").get(0)).contains("Where 16 cores × 20.0 s went");
    assertThat(texts("#ledger tbody tr"))
        .anyMatch(row -> row.matches("(?s)blocked at locks.*ModelChecker 26 %.*44 % 140"))
        .anyMatch(row -> row.matches("(?s)only few threads busy.*25 % 81\\.0"));
    assertThat(texts("#ledger li"))
        .containsExactly(
            "0–14 s: blocked at locks 63 %, ModelChecker",
            "14–20 s: only few threads busy 84 %, main in MemFPSet.checkFPs");
  }

  @Test
  void areasAreNamedWhereThereIsRoomSoThatColourIsNotNeeded() throws IOException {
    open(HOT, 1200);

    assertThat(
            (List<?>)
                chromium.eval(
                    "return echarts.getInstanceByDom(document.querySelector('#ledger .chart'))"
                        + ".getOption().series.filter(s => s.markPoint.data.length)"
                        + ".map(s => s.name)"))
        .isEqualTo(
            List.of("work", "blocked at locks", "waiting for a pool", "only few threads busy"));
    assertThat(
            chromium
                .driver()
                .findElement(By.cssSelector("#ledger .chart"))
                .getDomAttribute("aria-label"))
        .contains("blocked at locks 44 %");
  }

  @Test
  void aRowOpensItsRootsWithSiteCausesAndStack() throws IOException {
    open(HOT, 1200);
    WebElement pools = opener("waiting for a pool");
    pools.click();

    assertThat(pools.getDomAttribute("aria-expanded")).isEqualTo("true");
    assertThat(texts("#ledger tr.detail").get(0))
        .contains("HikariCP's connection pool")
        .contains("com.acme.Orders.load(Orders.java:88)")
        .contains("http-*")
        .contains("PGStream.receive")
        .contains("maximumPoolSize");
    WebElement stack = chromium.driver().findElement(By.cssSelector("#ledger tr.detail summary"));
    stack.click();
    assertThat(texts("#ledger tr.detail ul.code li"))
        .contains("com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)");
    pools.click();
    assertThat(texts("#ledger tr.detail")).isEmpty();
  }

  @Test
  void anAreaOpensItsRow() throws IOException {
    open(HOT, 1200);
    WebElement chart = chromium.driver().findElement(By.cssSelector("#ledger .chart"));
    new Actions(chromium.driver()).moveToElement(chart, -200, -20).click().perform();

    chromium.awaitTrue("return document.querySelector('#ledger tr.detail') !== null");
    assertThat(opener("blocked at locks").getDomAttribute("aria-expanded")).isEqualTo("true");
  }

  @Test
  void itFitsASmallScreenAndADarkOne() throws IOException {
    open(HOT, 390);
    chromium.media("dark", "screen");
    for (WebElement button :
        chromium.driver().findElements(By.cssSelector("#ledger tbody th button"))) {
      chromium.eval("arguments[0].click()", button);
    }

    assertThat((long) chromium.eval("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(390);
    assertThat(
            (boolean)
                chromium.eval(
                    "const s = document.querySelector('#ledger .scroll');"
                        + "return s.scrollWidth <= s.clientWidth"))
        .isTrue();
  }

  @Test
  void aRecordingWithoutLedgerSaysSo() throws IOException {
    open(MadeUpLedger.with(HOT, Ledger.NONE), 1200);

    assertThat(texts("#ledger p"))
        .containsExactly("The recording doesn't tell where the cores' time went.");
  }

  @Test
  void hostileNamesAndHugeLedgersDoNoHarm() throws IOException {
    String evil = "<img src=x onerror=window.pwned=1>\u202e";
    Root root =
        new Root(
            RowKind.REMOTE,
            FindingKind.REMOTE_WAIT,
            evil,
            Optional.of(new Frame(evil, evil, evil, 1)),
            1,
            1,
            1,
            List.of(),
            List.of(),
            RootSpread.at(Collections.nCopies(5000, new Frame(evil.repeat(20), "m", "", 0)), 1),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Ledger.Row row =
        new Ledger.Row(
            RowKind.REMOTE,
            86_400,
            Collections.nCopies(500, root),
            Collections.nCopies(864_000, 1.0));
    Path page = open(MadeUpLedger.with(HOT, new Ledger(86_400, List.of(row), 0.1, 0)), 1200);

    assertThat(Files.size(page)).isLessThan(2_000_000);
    chromium.eval("document.querySelectorAll('button, summary').forEach(b => b.click())");
    assertThat(chromium.eval("return window.pwned")).isNull();
    assertThat(texts("#ledger .detail").get(0)).contains("480 more causes are not listed here");
  }

  @Test
  void aComparisonShowsTheRowsThatDiffer() throws IOException {
    Ledger.Row work = new Ledger.Row(RowKind.WORK, 100, List.of(), List.of(10.0));
    Diagnosis after =
        MadeUpLedger.with(Diagnosis.of(MadeUp.healthy()), new Ledger(100, List.of(work), 1, 0));
    Path page = folder.resolve("comparison.html");
    HtmlReport.write(Comparison.of(HOT, after), page);
    chromium.open(page);

    assertThat(texts("#figures tbody tr"))
        .contains("work 11 % 100 % +89 points", "blocked at locks 44 % 0 % -44 points");
  }
}
