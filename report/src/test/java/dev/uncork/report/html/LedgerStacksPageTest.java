package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The flame graph of the ledger's rows, what they are charged to and their stacks. */
@DefaultTier
class LedgerStacksPageTest extends OpenedPages {
  private static final Diagnosis HOT = MadeUpLedger.with(Diagnosis.of(MadeUp.hotLock()));

  private List<String> labels() {
    return chromium.driver().findElements(By.cssSelector("#stacks g.frame")).stream()
        .map(frame -> String.valueOf(frame.getDomAttribute("aria-label")))
        .toList();
  }

  private WebElement frame(String label) {
    return chromium.driver().findElements(By.cssSelector("#stacks g.frame")).stream()
        .filter(frame -> String.valueOf(frame.getDomAttribute("aria-label")).startsWith(label))
        .findFirst()
        .orElseThrow();
  }

  private void press(Keys key) {
    new Actions(chromium.driver()).sendKeys(key).perform();
  }

  private String focused() {
    return String.valueOf(
        chromium.driver().switchTo().activeElement().getDomAttribute("aria-label"));
  }

  @Test
  void belowARowStandWhatItIsChargedToAndTheStacksOfThoseWhoWait() throws IOException {
    open(HOT, 1200);

    assertThat(labels())
        .contains(
            "Where 16 cores × 20.0 s went: 320 core-seconds, 100 %",
            "blocked at locks: 140 core-seconds, 43.8 %",
            "ModelChecker: 84.0 core-seconds, 26.3 %",
            "tlc.tool.ModelChecker.incGenStates(ModelChecker.java:57): 84.0 core-seconds, 26.3 %",
            "db.example.com:5432: 3.00 core-seconds, 0.94 %",
            "nothing to do: 7.00 core-seconds, 2.19 %")
        .noneMatch(label -> label.startsWith("compilation")); // below 0.5 %
    assertThat(texts("#stacks summary"))
        .containsExactly("The heaviest stacks as text: Where 16 cores × 20.0 s went");
    chromium.eval("document.querySelector('#stacks summary').click()");
    assertThat(texts("#stacks li li"))
        .contains("blocked at locks", "tlc.tool.Worker.run(Worker.java:44)");
  }

  @Test
  void itIsWalkedAndZoomedByKeys() throws IOException {
    open(HOT, 1200);
    chromium.eval(
        "arguments[0].focus()", chromium.driver().findElement(By.cssSelector("#stacks g.frame")));
    press(Keys.ARROW_DOWN);
    assertThat(focused()).startsWith("blocked at locks");
    press(Keys.ARROW_RIGHT);
    assertThat(focused()).startsWith("only few threads busy");
    press(Keys.ENTER);
    assertThat(labels()).noneMatch(label -> label.startsWith("blocked at locks"));
    assertThat(focused()).startsWith("only few threads busy");
    press(Keys.ESCAPE);
    assertThat(labels()).anyMatch(label -> label.startsWith("blocked at locks"));
  }

  @Test
  void aClickZoomsAndShowAllGoesBack() throws IOException {
    open(HOT, 1200);
    chromium.eval(
        "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))",
        frame("waiting for a pool"));
    assertThat(labels())
        .hasSize(5)
        .anyMatch(label -> label.startsWith("HikariCP's connection pool"));
    chromium.eval("document.querySelector('#stacks .tools button').click()");
    assertThat(labels()).hasSizeGreaterThan(20);
  }

  @Test
  void aSearchSaysHowMuchItFound() throws IOException {
    open(HOT, 1200);
    WebElement search = chromium.driver().findElement(By.cssSelector("#stacks input"));
    search.sendKeys("memfpset");
    assertThat(texts("#stacks [role=status]")).containsExactly("38.4 % found");
    search.sendKeys("x");
    assertThat(texts("#stacks [role=status]")).containsExactly("none found");
    chromium.eval("document.querySelector('#stacks .tools button').click()");
    assertThat(texts("#stacks [role=status]")).containsExactly("");
  }

  @Test
  void itFitsASmallScreenADarkOneAndFollowsTheWidth() throws IOException {
    open(HOT, 390);
    chromium.media("dark", "screen");
    String width = "return document.querySelector('#stacks svg').clientWidth";
    assertThat((long) chromium.eval(width)).isBetween(300L, 390L);
    assertThat((long) chromium.eval("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(390);
    chromium.size(1000, 900);
    chromium.awaitTrue(width.replace("return ", "return 700 < "));
  }

  @Test
  void whatHasNoRoomIsLeftOutAndHostileNamesDoNoHarm() throws IOException {
    String evil = "<img src=x onerror=window.pwned=1>\u202e";
    List<Root> roots = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      List<Frame> stack = new ArrayList<>();
      for (int depth = 0; depth < 300; depth++) {
        stack.add(new Frame(evil + i + "of" + depth, "m", "", 0));
      }
      roots.add(
          new Root(
              RowKind.REMOTE,
              FindingKind.REMOTE_WAIT,
              evil + i,
              Optional.empty(),
              1,
              1,
              1,
              List.of(),
              List.of(),
              RootSpread.at(stack, 1),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()));
    }
    Ledger.Row row = new Ledger.Row(RowKind.REMOTE, 150, roots, List.of(15.0));
    assertThat(Files.size(open(MadeUpLedger.with(HOT, new Ledger(150, List.of(row), 10, 0)), 1200)))
        .isLessThan(2_000_000);
    chromium.eval("document.querySelectorAll('#stacks summary').forEach(b => b.click())");
    assertThat(chromium.eval("return window.pwned")).isNull();
    assertThat(texts("#stacks .note").get(0)).contains("less than 1 % of all is left out");
    assertThat(labels()).hasSizeLessThan(3000);
  }

  @Test
  void aRecordingWithoutLedgerSaysSo() throws IOException {
    open(MadeUpLedger.with(HOT, Ledger.NONE), 1200);

    assertThat(texts("#stacks p")).containsExactly("The recording doesn't tell.");
  }
}
