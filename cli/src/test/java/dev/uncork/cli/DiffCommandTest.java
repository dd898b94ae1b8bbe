package dev.uncork.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.cli.error.UserError;
import dev.uncork.recording.event.ContendedLockEvent;
import dev.uncork.recording.event.CpuUseEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
  private final PrintStream standardError = System.err;
  private final PrintStream standardOutput = System.out;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  @TempDir private Path folder;

  @BeforeEach
  void capture() {
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void release() {
    System.setErr(standardError);
    System.setOut(standardOutput);
  }

  @Test
  void comparesAsTextJsonAndHtml() throws IOException {
    Path before = recording("before.jfr", 3_000_000_000L);
    Path after = recording("after.jfr", 1_000_000_000L);
    Path html = folder.resolve("diff.html");
    Path json = folder.resolve("diff.json");

    int status =
        Main.run(
            "diff",
            before.toString(),
            after.toString(),
            "--html",
            html.toString(),
            "--json",
            json.toString());

    assertThat(errors()).isEmpty();
    assertThat(status).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("threads blocked at locks")
        .contains("com.acme.Cache");
    assertThat(Files.readString(json)).contains("\"name\" : \"com.acme.Cache\"");
    assertThat(Files.readString(html)).contains("Uncork comparison").contains("com.acme.Cache");
    assertThat(Files.size(html)).isLessThan(2_000_000);
  }

  @Test
  void jsonMayGoToTheOutputAlone() throws IOException {
    String file = recording("a.jfr", 1_000_000_000L).toString();

    assertThat(Main.run("diff", file, file, "--json", "-")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("{").doesNotContain("Caution  ");
  }

  @Test
  void whatCannotBeComparedIsRefused() throws IOException {
    String file = recording("a.jfr", 1_000_000_000L).toString();
    String none = folder.resolve("none.jfr").toString();
    String text = Files.writeString(folder.resolve("text.jfr"), "not a recording").toString();

    assertRefused("does not exist; check its name", "diff", file, none);
    assertRefused("nothing could be read from", "diff", file, text);
    assertRefused("is not a readable file", "diff", file, folder.toString());
    assertRefused("the recording itself", "diff", file, file, "--html", file);
    assertRefused("no file of its own", "diff", file, file, "--html", "-");
    assertRefused("does not exist; make it first", "diff", file, file, "--json", none + "/x");
    assertRefused("uncork diff before.jfr after.jfr", "diff", file);
  }

  @Test
  void aReportIsWrittenAsHtml() throws IOException {
    String file = recording("a.jfr", 1_000_000_000L).toString();
    Path html = folder.resolve("report.html");

    assertThat(Main.run("report", "-q", file, "--html", html.toString())).isZero();
    assertThat(Files.readString(html)).contains("Uncork report").contains("com.acme.Cache");
    assertRefused("the recording itself", "report", file, "--html", file);
    assertRefused(
        "no file of its own", "report", file, "--html", html.toString(), "--json", html.toString());
  }

  private void assertRefused(String message, String... arguments) {
    err.reset();
    assertThat(Main.run(arguments)).isEqualTo(UserError.EXIT_CODE);
    assertThat(errors()).contains(message).doesNotContain("internal error");
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private Path recording(String name, long nanos) throws IOException {
    Path file = folder.resolve(name);
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.start();
      CpuUseEvent cpu = new CpuUseEvent();
      cpu.processBusy = 0.5f;
      cpu.machineBusy = 0.5f;
      cpu.perCpu = "3232";
      cpu.interval = 100_000_000;
      cpu.commit();
      ContendedLockEvent lock = new ContendedLockEvent();
      lock.lockClass = "com.acme.Cache";
      lock.kind = "monitor";
      lock.instance = 7;
      lock.blocked = 100;
      lock.waitTime = nanos;
      lock.maxWaitTime = nanos / 10;
      lock.commit();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }
}
