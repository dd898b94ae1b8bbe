package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.systemtests.program.Contended;
import dev.uncork.systemtests.program.KnownBlocking;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Observing without an end, and what is left when one of the two is killed. */
@DefaultTier
class ContinuousTest {
  private static final Jdk JDK = Jdk.of(17);

  @TempDir Path scratch;

  private Path ring() {
    return scratch.resolve("ring");
  }

  private List<Path> recordings() throws IOException {
    if (!Files.isDirectory(ring())) {
      return List.of();
    }
    try (var files = Files.list(ring())) {
      return files.filter(file -> file.toString().endsWith(".jfr")).sorted().toList();
    }
  }

  private Uncork.Running run() throws Exception {
    return Uncork.command(
            "run",
            "--continuous",
            "--every",
            "2s",
            "--out",
            ring().toString(),
            "-q",
            "--",
            JDK.java(),
            "-cp",
            Uncork.programs(),
            Contended.class.getName(),
            "4")
        .in(scratch)
        .start();
  }

  private void assertReportable() throws Exception {
    Uncork.Outcome report = Uncork.command("report", ring().toString()).in(scratch).run();
    assertThat(report.exitCode()).describedAs(report.err()).isZero();
    assertThat(report.out()).contains("HotSpring");
  }

  @Test
  void aTargetThatIsKilledLeavesAllOfItsRecordings() throws Exception {
    Uncork.Running run = run();
    Await.until("two recordings are finished", () -> recordings().size() >= 2);
    run.process().descendants().forEach(ProcessHandle::destroyForcibly);
    Uncork.Outcome outcome = run.await();

    assertThat(outcome.exitCode()).isEqualTo(128 + 9);
    assertThat(recordings()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(Uncork.leftovers(ring())).isEmpty();
    assertReportable();
  }

  @Test
  void aCommandLineThatIsKilledLeavesWhatWasFinishedAndTheProgramGoesOn() throws Exception {
    Uncork.Running run = run();
    Await.until("a recording is finished", () -> !recordings().isEmpty());
    List<ProcessHandle> program = run.process().descendants().toList();
    run.process().destroyForcibly();
    try {
      assertReportable();
      int before = inSessions();
      Await.until("the agent goes on alone", () -> inSessions() > before);
      assertThat(program).allMatch(ProcessHandle::isAlive);
    } finally {
      program.forEach(ProcessHandle::destroyForcibly);
    }
    assertReportable();
  }

  private int inSessions() throws IOException {
    int found = 0;
    for (Path session : Uncork.leftovers(ring())) {
      try (var files = Files.walk(session)) {
        found += (int) files.filter(file -> file.toString().endsWith(".jfr")).count();
      }
    }
    return found;
  }

  @Test
  void countsOverAllRecordingsAreExact() throws Exception {
    Uncork.Outcome outcome =
        Uncork.command(
                "run",
                "--continuous",
                "--every",
                "2s",
                "--out",
                ring().toString(),
                "--json",
                "all.json",
                "--",
                JDK.java(),
                "--add-opens",
                "java.base/java.util.concurrent.locks=ALL-UNNAMED",
                "-cp",
                Uncork.programs(),
                KnownBlocking.class.getName(),
                "200",
                "8000",
                "0",
                "platform")
            .in(scratch)
            .run();

    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.err()).contains("recordings are in");
    assertThat(recordings()).hasSizeGreaterThan(1);
    JsonNode locks =
        new ObjectMapper().readTree(scratch.resolve("all.json").toFile()).path("locks");
    List<String[]> truths =
        outcome.out().lines().filter(l -> l.startsWith("truth")).map(l -> l.split(" ")).toList();
    assertThat(truths).isNotEmpty();
    for (String[] truth : truths) {
      long blocked = 0;
      for (JsonNode lock : locks) {
        blocked +=
            lock.path("instance").asText().equals(truth[3]) ? lock.path("blocked").asLong() : 0;
      }
      assertThat(blocked).describedAs(String.join(" ", truth)).isEqualTo(Long.parseLong(truth[4]));
    }
  }

  @Test
  void optionsOfARingNeedOne() throws Exception {
    Uncork.Outcome outcome = Uncork.command("run", "--keep", "1h", "--", "true").in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("--keep needs --continuous");
  }
}
