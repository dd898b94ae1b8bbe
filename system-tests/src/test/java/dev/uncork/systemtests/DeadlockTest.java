package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.systemtests.program.Tellers;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A deadlock is told while it lasts, and is the verdict at the end. */
@DefaultTier
class DeadlockTest {
  private static final String HEADING = "threads wait for each other for ever";

  @TempDir Path scratch;

  private Path said() {
    return scratch.resolve("said.txt");
  }

  /** Starts the command line with its standard error in a file. */
  private Uncork.Running start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "exec env --default-signal=INT,HUP,QUIT \"$0\" \"$@\" 2> \"$SAID\"",
                Uncork.launcher().toString()));
    command.addAll(List.of(arguments));
    return Uncork.without(command.toArray(String[]::new))
        .with("SAID", said().toString())
        .in(scratch)
        .keepInputOpen()
        .start();
  }

  /** Starts the tellers under {@code uncork run}. */
  private Uncork.Running startTellers(int jdk, String accounts, String seconds) throws IOException {
    return start(
        "run",
        "--out",
        "end.jfr",
        "--json",
        "end.json",
        "--",
        Jdk.of(jdk).java(),
        "-cp",
        Uncork.programs(),
        Tellers.class.getName(),
        accounts,
        seconds);
  }

  /** When the program's JVM last wrote to its recording, which it does about once a second. */
  private long writtenMillis() throws IOException {
    long last = 0;
    try (Stream<Path> files =
        Files.walk(Uncork.leftovers(scratch).get(0), FileVisitOption.FOLLOW_LINKS)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".jfr")).toList()) {
        last = Math.max(last, Files.getLastModifiedTime(file).toMillis());
      }
    }
    return last;
  }

  private JsonNode verdict() throws IOException {
    return new ObjectMapper().readTree(scratch.resolve("end.json").toFile()).path("verdict");
  }

  @ParameterizedTest
  @CsvSource({
    "17, safe safe, a Tellers$Safe, TERM",
    "25, safe safe, a Tellers$Safe, INT",
    "25, ledger ledger, a ReentrantLock, TERM",
    "17, safe ledger, a ReentrantLock, TERM",
    "17, safe safe safe, a Tellers$Safe, KILL"
  })
  void isToldWhileTheProgramHangsAndIsTheVerdict(
      int jdk, String accounts, String lock, String signal) throws Exception {
    Uncork.Running run = startTellers(jdk, accounts, "2");
    try {
      toldAtOnceAndAtTheEnd(run, accounts.split(" ").length, lock, signal);
    } finally {
      run.process().descendants().forEach(ProcessHandle::destroyForcibly);
    }
  }

  private void toldAtOnceAndAtTheEnd(Uncork.Running run, int tellers, String lock, String signal)
      throws Exception {
    Await.until("the deadlock is told", () -> Files.readString(said()).contains(HEADING));
    assertThat(run.process().isAlive()).isTrue();
    String news = Files.readString(said());
    assertThat(news).contains("uncork: Deadlock: " + tellers + " " + HEADING);
    for (int i = 0; i < tellers; i++) {
      assertThat(news)
          .containsPattern(
              "  teller-" + i + " waits for an? .* that teller-\\d holds, at .*Tellers");
    }
    assertThat(news).contains(lock);
    ProcessHandle program =
        run.process()
            .descendants()
            .filter(one -> one.children().findAny().isEmpty())
            .findFirst()
            .orElseThrow();
    // The verdict rests on several looks at the circle, which are few a second on a busy machine.
    long told = System.currentTimeMillis();
    Await.until("it is in the recording", () -> writtenMillis() > told + 2_000);
    PassThroughTest.kill(signal, program.pid());
    run.await();
    assertThat(Files.readString(said())).containsOnlyOnce(HEADING + ":");
    assertThat(verdict().path("kind").asText()).isEqualTo("deadlock");
    assertThat(verdict().path("text").asText())
        .contains("teller-0 waits for", "that teller-1 holds");
  }

  @Test
  void isToldByAttachBeforeItsTimeIsOver() throws Exception {
    Uncork.Running target = AttachTest.deadlocked(scratch);
    try {
      long pid = target.process().pid();
      Uncork.Running attach =
          start("attach", "" + pid, "--for", "10m", "--out", "end.jfr", "--json", "end.json");
      Await.until("the deadlock is told", () -> Files.readString(said()).contains(HEADING));
      assertThat(Files.readString(said()))
          .contains("  visitor-left waits for an Object that visitor-right holds, at")
          .contains("  visitor-right waits for an Object that visitor-left holds, at");
      attach.process().descendants().forEach(one -> interrupt(one.pid()));
      interrupt(attach.process().pid());
      assertThat(attach.await().exitCode()).isZero();
      assertThat(verdict().path("kind").asText()).isEqualTo("deadlock");
    } finally {
      target.process().destroyForcibly();
    }
  }

  private static void interrupt(long pid) {
    try {
      PassThroughTest.kill("INT", pid);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"17", "25"})
  void isNeverSaidOfMereContention(int jdk) throws Exception {
    Uncork.Running run = startTellers(jdk, "safe ledger safe", "0");
    run.process().waitFor(10, TimeUnit.SECONDS);
    run.process().getOutputStream().close();
    run.await();
    assertThat(Files.readString(said())).doesNotContain(HEADING);
    assertThat(verdict().path("kind").asText()).isNotEqualTo("deadlock");
  }
}
