package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;

/** Everything that can be pressed on the page of a report, in a real browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DefaultTier
class ReportPageTest {
  private static final String CHART =
      "const chart = n => echarts.getInstanceByDom(document.querySelectorAll('.chart')[n]);";

  private Chromium chromium;
  private Path page;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    chromium = Chromium.start();
    page = folder.resolve("report.html");
    Diagnosis diagnosis = Diagnosis.of(Rich.recording());
    HtmlReport.write(diagnosis, new Pricing(diagnosis, HandOffCosts.ofAnotherMachine()), page);
    assertThat(Files.size(page)).isLessThan(2_000_000);
  }

  @AfterAll
  void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void load() {
    chromium.media("light", "screen");
    chromium.size(1200, 900);
    chromium.open(page);
  }

  @AfterEach
  void nothingWentWrong() {
    assertThat(chromium.console()).isEmpty();
    assertThat(chromium.requests()).isEmpty();
  }

  @Test
  void theVerdictAndThePriceComeFirst() {
    String verdict = chromium.driver().findElement(By.id("verdict")).getText();

    assertThat(verdict)
        .contains("ModelChecker.incGenStates (ModelChecker.java:57) is the bottleneck")
        .contains("Priced: removing this lock: +62 % (37 to 68) on this machine")
        .contains("Next: Shorten the critical section");
    assertThat((boolean) chromium.eval("return document.querySelector('.verdict.bad') !== null"))
        .isTrue();
  }

  @Test
  void theSawtoothIsMarked() {
    assertThat(texts("#cores p")).anyMatch(text -> text.startsWith("Sawtooth: the busy cores go"));
    assertThat(
            (long)
                chromium.eval(
                    CHART + "return chart(0).getOption().series[0].markPoint.data.length"))
        .isGreaterThan(10);
    assertThat((String) chromium.eval(CHART + "return chart(0).getOption().series[1].name"))
        .startsWith("all processes");
  }

  @Test
  void everyPictureHasANameAndItsFiguresAsATable() {
    List<WebElement> charts = chromium.driver().findElements(By.cssSelector(".chart"));
    assertThat(charts).hasSize(9);
    for (WebElement chart : charts) {
      assertThat(chart.getDomAttribute("role")).isEqualTo("img");
      assertThat(chart.getDomAttribute("aria-label")).hasSizeGreaterThan(30);
      assertThat(chart.findElements(By.tagName("canvas"))).isNotEmpty();
    }
    for (WebElement summary :
        chromium.driver().findElements(By.cssSelector("figure details > summary"))) {
      click(summary);
      WebElement details = summary.findElement(By.xpath(".."));
      chromium.awaitTrue(
          "return [...document.querySelectorAll('figure details[open]')]"
              + ".every(d => d.querySelectorAll('tbody tr').length > 0)");
      assertThat(details.findElements(By.cssSelector("tbody tr"))).isNotEmpty();
    }
  }

  @Test
  void theLockTableSortsBothWaysByEachColumn() {
    List<WebElement> heads = chromium.driver().findElements(By.cssSelector("#locks thead button"));
    assertThat(heads.stream().map(WebElement::getText))
        .containsExactly("Lock", "Acquire time", "Longest", "Blocked", "Waits", "Waited", "Held");
    for (WebElement head : heads) {
      click(head);
      String first = sortOf(head);
      List<String> once = locks();
      click(head);
      assertThat(sortOf(head)).isNotEqualTo(first);
      assertThat(locks()).containsExactlyInAnyOrderElementsOf(once).isNotEqualTo(once);
    }
    click(heads.get(4));
    assertThat(locks().get(0)).startsWith("tlc.tool.TLCTrace");
    click(heads.get(0));
    assertThat(locks()).isSorted();
  }

  @Test
  void theLockTableIsSearchedByNameAndSite() {
    WebElement search = chromium.driver().findElement(By.cssSelector("#locks input"));
    search.sendKeys("diskstate");
    assertThat(locks()).hasSize(1).first().asString().contains("tlc.tool.DiskStateQueue");
    assertThat(texts("#locks [role=status]")).containsExactly("1 of 1 locks found");
    search.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE);
    assertThat(locks()).hasSize(6);
  }

  @Test
  void aLockOpensTheStacksOfItsWaitersAndHolders() {
    WebElement opener = chromium.driver().findElement(By.cssSelector("#locks tbody button"));
    click(opener);
    assertThat(opener.getDomAttribute("aria-expanded")).isEqualTo("true");
    assertThat(texts("tr.detail h3"))
        .containsExactly("Where threads wait for ModelChecker", "What holders of ModelChecker do");
    List<WebElement> frames =
        chromium.driver().findElements(By.cssSelector("tr.detail .flame g.frame"));
    assertThat(frames.stream().map(frame -> frame.getDomAttribute("aria-label")))
        .anyMatch(
            label ->
                label.startsWith(
                    "tlc.tool.ModelChecker.incGenStates(ModelChecker.java:57): 107 s, 90"));
    for (WebElement summary : chromium.driver().findElements(By.cssSelector("tr.detail summary"))) {
      click(summary);
    }
    assertThat(texts("tr.detail li li")).contains("tlc.tool.Worker.run(Worker.java:44)");
    click(opener);
    assertThat(chromium.driver().findElements(By.cssSelector("tr.detail"))).isEmpty();
  }

  @Test
  void flameGraphsAreSearchedZoomedAndWalkedByKeys() {
    click(chromium.driver().findElement(By.cssSelector("#locks tbody button")));
    WebElement search = chromium.driver().findElement(By.cssSelector("tr.detail input"));
    search.sendKeys("incGen");
    String highlighted =
        "return [...document.querySelectorAll('.flame')][0].querySelectorAll("
            + "'rect[fill=\"#E600E6\"]').length";
    chromium.awaitTrue(highlighted.replace("return ", "return 1 === "));
    click(chromium.driver().findElement(By.cssSelector("tr.detail .tools button")));
    chromium.awaitTrue(highlighted.replace("return ", "return 0 === "));
    WebElement root = chromium.driver().findElement(By.cssSelector("tr.detail g.frame"));
    chromium.eval("arguments[0].focus()", root);
    press(Keys.ARROW_UP);
    assertThat(focused()).startsWith("tlc.tool.Worker.run");
    press(Keys.ARROW_UP);
    assertThat(focused()).startsWith("tlc.tool.ModelChecker.incGenStates");
    press(Keys.ENTER);
    chromium.awaitTrue("return document.querySelectorAll('.flame .fade').length > 0");
    press(Keys.ESCAPE);
    chromium.awaitTrue("return document.querySelectorAll('.flame .fade').length === 0");
  }

  @Test
  void timeIsZoomedInAllFiguresTogether() {
    WebElement whole = button("Whole recording");
    assertThat(whole.isEnabled()).isFalse();
    click(button("Shorter stretch of time"));
    assertThat(stretches()).isNotEmpty().allMatch("25,75"::equals);
    click(button("Later"));
    assertThat(stretches()).allMatch("50,100"::equals);
    click(button("Earlier"));
    click(button("Shorter stretch of time"));
    click(button("Longer stretch of time"));
    assertThat(stretches()).allMatch("25,75"::equals);
    click(whole);
    assertThat(stretches()).allMatch("0,100"::equals);
    assertThat(whole.isEnabled()).isFalse();
  }

  @Test
  void aFigureIsWalkedAndZoomedByKeys() {
    WebElement chart = chromium.driver().findElement(By.cssSelector(".chart"));
    chromium.eval("arguments[0].focus()", chart);
    press(Keys.ARROW_RIGHT);
    press(Keys.ARROW_RIGHT);
    chromium.awaitTrue(
        CHART
            + "return chart(0).getZr().storage.getDisplayList()"
            + ".some(d => String(d.style.text || '').includes('this program') && d.z >= 60)");
    press("+");
    assertThat(stretches()).allMatch("25,75"::equals);
    press("-");
    press("+");
    press("0");
    assertThat(stretches()).allMatch("0,100"::equals);
    press(Keys.ESCAPE);
  }

  @Test
  void threadsAreDrawnADozenAtATime() {
    Select picker = new Select(chromium.driver().findElement(By.cssSelector("#threads select")));
    assertThat(picker.getOptions()).hasSize(3);
    picker.selectByIndex(2);
    assertThat((long) chromium.eval(CHART + "return chart(4).getOption().series.length"))
        .isEqualTo(6);
    assertThat(
            (long)
                chromium.eval(CHART + "return chart(4).getOption().series[0].markArea.data.length"))
        .as("bands of NUMA nodes")
        .isEqualTo(2);
    assertThat(texts("#threads .key li"))
        .containsExactly("NUMA node 0", "NUMA node 1", "shades: its CPUs; blank: not running");
    click(
        chromium
            .driver()
            .findElement(
                By.cssSelector(
                    "#threads section > details > summary, #threads > details > summary")));
    assertThat(texts("#threads > details tbody tr")).hasSize(25);
    click(chromium.driver().findElement(By.cssSelector("#threads > details button.more")));
    assertThat(texts("#threads > details tbody tr")).hasSize(Rich.THREADS);
  }

  @Test
  void remediesAreSwitches() {
    List<WebElement> boxes = chromium.driver().findElements(By.cssSelector("#forecast input"));
    assertThat(boxes).hasSizeBetween(2, 6);
    String before = texts("#forecast [role=status]").get(0);
    assertThat(before).startsWith("As it is:");
    for (WebElement box : boxes) {
      click(box);
      assertThat(texts("#forecast [role=status]").get(0)).startsWith("With these:");
    }
    assertThat(texts("#forecast [role=status]").get(0)).contains("times as it is");
    boxes.forEach(this::click);
    assertThat(texts("#forecast [role=status]")).containsExactly(before);
  }

  @Test
  void linksLeadToTheParts() {
    for (WebElement link : chromium.driver().findElements(By.cssSelector("nav a"))) {
      click(link);
      String target = String.valueOf(link.getDomAttribute("href")).substring(1);
      assertThat(chromium.driver().findElements(By.id(target))).hasSize(1);
    }
  }

  @Test
  void coloursFollowLightDarkAndPaper() {
    String background = "return getComputedStyle(document.body).backgroundColor";
    String label = CHART + "return chart(0).getOption().textStyle.color";
    assertThat(chromium.eval(background)).isEqualTo("rgb(255, 255, 255)");
    String dark = (String) chromium.eval(label);
    chromium.media("dark", "screen");
    chromium.awaitTrue(CHART + "return chart(0).getOption().textStyle.color !== '" + dark + "'");
    assertThat(chromium.eval(background)).isEqualTo("rgb(20, 23, 26)");
    chromium.eval("dispatchEvent(new Event('beforeprint'))");
    assertThat(chromium.eval(label)).isEqualTo(dark);
    assertThat(chromium.eval(background)).isEqualTo("rgb(255, 255, 255)");
    chromium.eval("dispatchEvent(new Event('afterprint'))");
    assertThat(chromium.eval(background)).isEqualTo("rgb(20, 23, 26)");
  }

  @Test
  void aNarrowWindowScrollsNothingButTables() {
    chromium.size(400, 800);
    chromium.open(page);
    assertThat((long) chromium.eval("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(400);
    click(chromium.driver().findElement(By.cssSelector("#locks tbody button")));
    assertThat((long) chromium.eval("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(400);
    assertThat((long) chromium.eval("return document.querySelector('.chart canvas').clientWidth"))
        .isBetween(300L, 400L);
  }

  private void click(WebElement element) {
    // By script: an element below the sticky navigation can't be hit with the mouse.
    chromium.eval("arguments[0].focus(); arguments[0].click()", element);
  }

  private void press(CharSequence key) {
    new Actions(chromium.driver()).sendKeys(key).perform();
  }

  private String focused() {
    return String.valueOf(
        chromium.driver().switchTo().activeElement().getDomAttribute("aria-label"));
  }

  private WebElement button(String name) {
    return chromium.driver().findElement(By.cssSelector("button[aria-label='" + name + "']"));
  }

  private List<String> stretches() {
    Object stretches =
        chromium.eval(
            "return [...document.querySelectorAll('.chart')]"
                + ".map(c => echarts.getInstanceByDom(c).getOption().dataZoom[0])"
                + ".filter(z => z).map(z => z.start + ',' + z.end).join(';')");
    return List.of(String.valueOf(stretches).split(";"));
  }

  private static String sortOf(WebElement head) {
    return String.valueOf(head.findElement(By.xpath("..")).getDomAttribute("aria-sort"));
  }

  private List<String> locks() {
    return texts("#locks table.wide tbody tr > th");
  }

  private List<String> texts(String css) {
    return chromium.driver().findElements(By.cssSelector(css)).stream()
        .map(WebElement::getText)
        .toList();
  }
}
