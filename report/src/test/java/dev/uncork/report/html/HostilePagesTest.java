package dev.uncork.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.recording.event.ContendedLockEvent;
import dev.uncork.recording.event.CpuUseEvent;
import dev.uncork.recording.event.LockStackEvent;
import dev.uncork.recording.event.ProgressEvent;
import dev.uncork.recording.event.ThreadCpuEvent;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Pages of recordings that nobody wishes for, each really recorded and opened in a browser. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DefaultTier
class HostilePagesTest {
  private static final String SCRIPT =
      "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=2>"
          + "<!--\u2028\u202e\u0000'\"&lt;";

  private Chromium chromium;
  @TempDir private Path folder;

  @BeforeAll
  void open() {
    chromium = Chromium.start();
  }

  @AfterAll
  void close() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @Test
  void namesThatAreScriptsStayNames() throws IOException {
    Path page =
        page(
            "script",
            () -> {
              tick(SCRIPT, 1);
              lock(SCRIPT, 1, 5_000_000_000L);
              stack(SCRIPT, 1, "waiter", SCRIPT + ".run(" + SCRIPT + ")\ncom.acme.A.b(A.java:1)");
              stack(SCRIPT, 1, "holder", "com.acme." + SCRIPT + "(A.java:1)");
              ProgressEvent progress = new ProgressEvent();
              progress.rate = 1;
              progress.source = SCRIPT;
              progress.commit();
            });

    assertThat(Files.readString(page).contains("<img src=x")).isFalse();
    assertThat(Files.readString(page).contains("window.pwned=1</")).isFalse();
    chromium.eval("document.querySelectorAll('button, summary').forEach(b => b.click())");
    assertThat(chromium.eval("return window.pwned")).isNull();
    assertThat(
            chromium.driver().findElement(By.cssSelector("#locks table.wide tbody th")).getText())
        .contains("<script>window.pwned=1<.script><img src=x");
    assertThat(chromium.driver().findElements(By.cssSelector("img, main script"))).isEmpty();
    nothingWentWrong();
  }

  @Test
  void ofAHundredThousandLocksTheHeaviestAreListedAndTheRestIsCounted() throws IOException {
    Path page =
        page(
            "locks",
            () -> {
              tick("main", 1);
              for (int i = 1; i <= 100_000; i++) {
                lock("com.acme.generated.Holder" + i + "$Lock", i, i * 1000L);
                if (i % 50 == 0) {
                  stack("com.acme.generated.Holder" + i + "$Lock", i, "waiter", stackOf(i));
                }
              }
            });

    assertThat(Files.size(page)).isLessThan(2_000_000);
    List<WebElement> rows = chromium.driver().findElements(By.cssSelector("#locks tbody tr"));
    assertThat(rows).hasSize(25);
    assertThat(rows.get(0).getText()).contains("com.acme.generated.Holder100000$Lock");
    long listed = (long) chromium.eval("return uncork.data.locks.rows.length");
    assertThat((long) chromium.eval("return uncork.data.locks.omitted"))
        .isEqualTo(100_000 - listed);
    assertThat(chromium.driver().findElement(By.id("locks")).getText())
        .contains(String.format("%,d more locks are not listed here", 100_000 - listed));
    chromium.eval("document.querySelector('#locks button.more').click()");
    assertThat(chromium.driver().findElements(By.cssSelector("#locks tbody tr"))).hasSize(50);
    nothingWentWrong();
  }

  @Test
  void ofTenThousandThreadsTheBusiestAreDrawn() throws IOException {
    Path page =
        page(
            "threads",
            () -> {
              for (int tick = 0; tick < 3; tick++) {
                for (int i = 0; i < 10_000; i++) {
                  thread("pool-" + i + "-" + "x".repeat(i % 50), 1000 + i, i % 384, 1 + i);
                }
                cpu(384);
              }
            });

    assertThat(Files.size(page)).isLessThan(2_000_000);
    long drawn = (long) chromium.eval("return uncork.data.threads.rows.length");
    assertThat(drawn).isBetween(32L, 512L);
    assertThat(chromium.driver().findElement(By.id("threads")).getText())
        .contains(String.format("%,d more threads", 10_000 - drawn));
    nothingWentWrong();
  }

  @Test
  void anEmptyRecordingSaysSo() throws IOException {
    page("empty", () -> {});

    assertThat(chromium.driver().findElement(By.id("verdict")).getText())
        .contains("Too little was recorded");
    assertThat(chromium.driver().findElement(By.id("cores")).getText()).contains("not recorded");
    assertThat(chromium.driver().findElement(By.id("threads")).getText()).contains("not recorded");
    nothingWentWrong();
  }

  @Test
  void oneThreadIsEnough() throws IOException {
    page("one", () -> tick("main", 1));

    assertThat((long) chromium.eval("return uncork.data.threads.rows.length")).isEqualTo(1);
    assertThat(chromium.driver().findElement(By.id("locks")).getText()).contains("Locks were not");
    nothingWentWrong();
  }

  @Test
  void aComparisonWithAnEmptyRecordingOpens() throws IOException {
    Diagnosis script =
        recorded(
            "script-alone",
            () -> {
              tick(SCRIPT, 1);
              lock(SCRIPT, 1, 5_000_000_000L);
            });
    Path page = folder.resolve("comparison.html");
    HtmlReport.write(Comparison.of(script, recorded("nothing", () -> {})), page);
    chromium.open(page);

    assertThat(chromium.eval("return window.pwned")).isNull();
    assertThat(
            chromium.driver().findElement(By.cssSelector("#locks table.wide tbody th")).getText())
        .contains("<img src=x");
    nothingWentWrong();
  }

  private void nothingWentWrong() {
    assertThat(chromium.console()).isEmpty();
    assertThat(chromium.requests()).isEmpty();
  }

  private Path page(String name, Runnable events) throws IOException {
    Path page = folder.resolve(name + ".html");
    Diagnosis diagnosis = recorded(name, events);
    HtmlReport.write(diagnosis, new Pricing(diagnosis, HandOffCosts.ofAnotherMachine()), page);
    chromium.open(page);
    return page;
  }

  private Diagnosis recorded(String name, Runnable events) throws IOException {
    Path file = folder.resolve(name + ".jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.JVMInformation");
      recording.start();
      events.run();
      recording.stop();
      recording.dump(file);
    }
    return Diagnosis.of(RecordingReader.read(file).recording().orElseThrow());
  }

  private static void tick(String thread, int cpu) {
    thread(thread, 4712, cpu, 90_000_000);
    cpu(2);
  }

  private static void cpu(int cpus) {
    CpuUseEvent use = new CpuUseEvent();
    use.machineBusy = 0.5f;
    use.processBusy = 0.4f;
    use.perCpu = "32".repeat(cpus);
    use.interval = 100_000_000;
    use.commit();
  }

  private static void thread(String name, long id, int cpu, long nanos) {
    ThreadCpuEvent event = new ThreadCpuEvent();
    event.osThreadId = id;
    event.threadName = name;
    event.cpu = cpu;
    event.node = cpu / 96;
    event.cpuTime = nanos;
    event.interval = 100_000_000;
    event.commit();
  }

  private static void lock(String name, int instance, long nanos) {
    ContendedLockEvent event = new ContendedLockEvent();
    event.lockClass = name;
    event.instance = instance;
    event.kind = "monitor";
    event.blocked = 3;
    event.waitTime = nanos;
    event.maxWaitTime = nanos / 2;
    event.commit();
  }

  private static void stack(String lock, int instance, String role, String frames) {
    LockStackEvent event = new LockStackEvent();
    event.lockClass = lock;
    event.instance = instance;
    event.kind = "monitor";
    event.role = role;
    event.threadName = role.equals("holder") ? SCRIPT : "";
    event.stack = frames;
    event.count = 3;
    event.waitTime = 1_000_000;
    event.commit();
  }

  private static String stackOf(int lock) {
    StringBuilder stack = new StringBuilder();
    for (int depth = 0; depth < 60; depth++) {
      stack.append("com.acme.generated.Holder").append(lock).append(".m").append(depth);
      stack.append("(Holder.java:").append(depth).append(")\n");
    }
    return stack.toString();
  }
}
