package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people type without thinking, and what it costs to start. */
@DefaultTier
class HabitsTest {
  @TempDir Path scratch;

  @Test
  @FastTier
  void withoutACommandItListsRunningJvms() throws Exception {
    Uncork.Outcome outcome = Uncork.command().in(scratch).run();

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .containsPattern("(?m)^ *" + ProcessHandle.current().pid() + " +\\d")
        .contains("uncork attach ", "uncork top ");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void anObservedJvmIsListedAsSuch() throws Exception {
    Uncork.Running target = AttachTest.target(Jdk.of(17), scratch);
    try {
      Uncork.Running attached =
          Uncork.command("attach", "" + target.process().pid(), "--for", "60s", "-q")
              .in(scratch)
              .start();
      String observed = "(?m)^ *" + target.process().pid() + " .*observed by Uncork";
      Await.until("the JVM is listed as observed", () -> isListed(observed));
      attached.process().destroy();
      attached.await();
    } finally {
      target.process().destroyForcibly();
    }
  }

  @Test
  void reportAloneTakesTheNewestRecording() throws Exception {
    record("older.jfr");
    Files.copy(scratch.resolve("older.jfr"), scratch.resolve("newer.jfr"));
    Files.setLastModifiedTime(
        scratch.resolve("older.jfr"), FileTime.from(Instant.now().minusSeconds(3600)));

    Uncork.Outcome outcome = Uncork.command("report").in(scratch).run();

    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.err()).contains("newer.jfr, the newest recording here");
    assertThat(outcome.out()).contains("Recorded");
  }

  @Test
  void theTwoNewestRecordingsAreCompared() throws Exception {
    for (String file : List.of("oldest.jfr", "before.jfr", "after.jfr")) {
      record(file);
    }
    Instant now = Instant.now();
    Files.setLastModifiedTime(scratch.resolve("oldest.jfr"), FileTime.from(now.minusSeconds(3600)));
    Files.setLastModifiedTime(scratch.resolve("before.jfr"), FileTime.from(now.minusSeconds(60)));

    Uncork.Outcome outcome = Uncork.command("diff").in(scratch).run();

    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.err()).contains("comparing before.jfr with after.jfr, the newest here");
  }

  @Test
  void openShowsThePageBesideTheRecording() throws Exception {
    Path browser = scratch.resolve("browser");
    Files.writeString(browser, "#!/bin/sh\necho \"$1\" > opening; mv opening opened\n");
    Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwxr-xr-x"));
    record("a.jfr");

    Uncork.Outcome outcome =
        Uncork.command("report", "-q", "a.jfr", "--open")
            .in(scratch)
            .with("BROWSER", browser.toString())
            .run();

    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    Path page = scratch.resolve("a.html");
    assertThat(page).isNotEmptyFile();
    Path opened = scratch.resolve("opened");
    Await.until("the browser is started", () -> Files.exists(opened));
    assertThat(Files.readString(opened).strip()).isEqualTo(page.toUri().toString());
  }

  @Test
  void anInstallationGetsItsClassArchiveAfterTheFirstCommand() throws Exception {
    Path home = scratch.resolve("installation");
    copy(Uncork.launcher().getParent().getParent(), home);
    String launcher = home.resolve("bin/uncork").toString();

    Uncork.Outcome first =
        Uncork.without(launcher, "--version").with("UNCORK_SHARE_CLASSES", "now").run();

    assertThat(first.exitCode()).describedAs(first.err()).isZero();
    assertThat(first.err()).isEmpty();
    try (Stream<Path> shared = Files.list(home.resolve("lib/shared"))) {
      assertThat(shared).singleElement().asString().endsWith(".jsa");
    }
    Uncork.Outcome second = Uncork.without(launcher, "--version").run();
    assertThat(second.out()).isEqualTo(first.out());
    assertThat(second.err()).isEmpty();
  }

  @Test
  void theNextStepStartsTheProgramAsItWas() throws Exception {
    String java = Jdk.of(17).java();
    Uncork.Outcome run =
        Uncork.command("run", "-q", "--json", "a.json", "--", java, "-Dof=you 'n' me", "-version")
            .in(scratch)
            .run();

    assertThat(run.exitCode()).describedAs(run.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(scratch.resolve("a.json").toFile());
    assertThat(report.path("nextCommand").asText())
        .isEqualTo("uncork run -- " + java + " '-Dof=you '\\''n'\\'' me' -version");
  }

  private void record(String file) throws Exception {
    Uncork.Outcome run =
        Uncork.command("run", "-q", "--out", file, "--", Jdk.of(17).java(), "-version")
            .in(scratch)
            .run();
    assertThat(run.exitCode()).describedAs(run.err()).isZero();
  }

  private static boolean isListed(String line) throws Exception {
    return Pattern.compile(line).matcher(Uncork.command().run().out()).find();
  }

  /** All of an installation but the archive, which is of another place. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path relative = from.relativize(file);
        if (!relative.startsWith("lib/shared")) {
          Files.copy(file, to.resolve(relative.toString()));
        }
      }
    }
  }
}
