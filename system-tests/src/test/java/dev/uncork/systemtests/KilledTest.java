package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.Contended;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a killed command line leaves is in nobody's way, and the next one finds it. */
@DefaultTier
class KilledTest {
  private static final String RECORDING = "uncork-\\d+-\\d{8}T\\d{6}Z(-\\d+)?\\.jfr";

  @TempDir Path scratch;

  /** How far an attach has come. */
  enum Stage {
    PREPARED,
    LOADING,
    OBSERVING,
    WRITING
  }

  private Callable<Boolean> reached(Stage stage, long pid) {
    return switch (stage) {
      // Before it has an owner, a folder may be another command's that has just begun: it stays.
      case PREPARED -> () -> !found("owner.lock").isEmpty();
      case LOADING -> () -> !found("\\d+").isEmpty();
      case OBSERVING -> () -> AttachTest.threadsNamed(pid, "uncork-coll") > 0;
      case WRITING ->
          () -> {
            List<Path> locks = found("agent.lock");
            return !locks.isEmpty() && hasChunk(locks.get(0).resolveSibling("repository"));
          };
    };
  }

  private static boolean hasChunk(Path repository) throws IOException {
    if (!Files.isDirectory(repository)) {
      return false;
    }
    try (Stream<Path> chunks = Files.list(repository)) {
      return chunks.anyMatch(chunk -> chunk.toFile().length() > 10_000);
    }
  }

  /** Files in the session with such a name. */
  private List<Path> found(String name) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path session : Uncork.leftovers(scratch)) {
      try (Stream<Path> files = Files.walk(session)) {
        files.filter(file -> file.getFileName().toString().matches(name)).forEach(found::add);
      }
    }
    return found;
  }

  private List<Path> recordings() throws IOException {
    try (Stream<Path> files = Files.list(scratch)) {
      return files.filter(file -> file.getFileName().toString().matches(RECORDING)).toList();
    }
  }

  private Uncork.Running attach(long pid, String length, String out) throws IOException {
    return Uncork.command("attach", "" + pid, "--for", length, "--out", out).in(scratch).start();
  }

  private static void kill(Uncork.Running command) throws Exception {
    command.process().destroyForcibly().waitFor();
  }

  private void assertReadable(Path recording) throws Exception {
    Uncork.Outcome report = Uncork.command("report", recording.toString()).in(scratch).run();
    assertThat(report.exitCode()).describedAs(report.err()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void anAttachRightAfterAKilledOneObserves(Stage stage) throws Exception {
    Uncork.Running target = AttachTest.target(Jdk.of(17), scratch);
    try {
      long pid = target.process().pid();
      Uncork.Running killed = attach(pid, "1h", "killed.jfr");
      Await.until("the attach is " + stage, reached(stage, pid));
      kill(killed);
      Uncork.Outcome outcome = attach(pid, "2s", "next.jfr").await();
      assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
      assertReadable(scratch.resolve("next.jfr"));
      assertThat(Uncork.leftovers(scratch)).isEmpty();
      for (Path recording : recordings()) {
        assertThat(outcome.err()).contains(recording.getFileName().toString());
        assertReadable(recording);
      }
      if (stage == Stage.WRITING) {
        assertThat(recordings()).hasSize(1);
        assertThat(outcome.err()).contains("process " + pid + " was still observed");
      }
      assertThat(target.process().isAlive()).isTrue();
    } finally {
      target.process().destroyForcibly();
    }
  }

  @Test
  void anAttachBesideALivingOneIsRefusedAndTheOtherGoesOn() throws Exception {
    Uncork.Running target = AttachTest.target(Jdk.of(17), scratch);
    try {
      long pid = target.process().pid();
      Uncork.Running first = attach(pid, "1h", "first.jfr");
      Await.until("the first observes", reached(Stage.OBSERVING, pid));
      Uncork.Outcome second = attach(pid, "2s", "second.jfr").await();
      assertThat(second.exitCode()).isEqualTo(2);
      assertThat(second.err()).contains("already observed").hasLineCount(1);
      assertThat(Uncork.leftovers(scratch)).hasSize(1);
      PassThroughTest.kill("INT", first.process().pid());
      Uncork.Outcome outcome = first.await();
      assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
      assertThat(scratch.resolve("first.jfr")).isNotEmptyFile();
    } finally {
      target.process().destroyForcibly();
    }
  }

  private Uncork.Outcome runSomethingShort() throws Exception {
    return Uncork.command("run", "--out", "short.jfr", "--", Jdk.of(17).java(), "-version")
        .in(scratch)
        .run();
  }

  /** A run whose agent writes. */
  private Uncork.Running observedRun() throws Exception {
    Uncork.Running run =
        Uncork.command(
                "run",
                "--out",
                "killed.jfr",
                "--",
                Jdk.of(17).java(),
                "-cp",
                Uncork.programs(),
                Contended.class.getName(),
                "4")
            .in(scratch)
            .start();
    Await.until("the agent writes", reached(Stage.WRITING, 0));
    return run;
  }

  @Test
  void theRecordingOfAKilledRunIsHadWhenItsProgramHasEnded() throws Exception {
    Uncork.Running run = observedRun();
    ProcessHandle program = run.process().descendants().findFirst().orElseThrow();
    try {
      kill(run);
      Uncork.Outcome meanwhile = runSomethingShort();
      assertThat(meanwhile.err()).contains("process " + program.pid() + " is observed for it");
      assertThat(Uncork.leftovers(scratch)).hasSize(1);
      assertThat(recordings()).isEmpty();
    } finally {
      program.destroyForcibly();
    }
    Await.until("the program has ended", () -> !program.isAlive());
    Uncork.Outcome afterwards = runSomethingShort();
    assertThat(recordings()).hasSize(1);
    assertThat(afterwards.err()).contains(recordings().get(0).getFileName().toString());
    assertReadable(recordings().get(0));
    assertThat(Uncork.leftovers(scratch)).isEmpty();
  }

  @Test
  void anAttachTakesTheProgramOfAKilledRunOver() throws Exception {
    Uncork.Running run = observedRun();
    ProcessHandle program = run.process().descendants().findFirst().orElseThrow();
    try {
      kill(run);
      Uncork.Outcome outcome = attach(program.pid(), "2s", "next.jfr").await();
      assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
      assertThat(scratch.resolve("next.jfr")).isNotEmptyFile();
      assertThat(outcome.err())
          .contains("process " + program.pid() + " was still observed")
          .containsOnlyOnce("still runs");
    } finally {
      program.destroyForcibly();
    }
  }
}
