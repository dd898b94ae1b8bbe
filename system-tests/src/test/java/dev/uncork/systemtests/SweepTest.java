package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code uncork sweep} measures a program, checks it, and goes on after Ctrl-C. */
@DefaultTier
class SweepTest {
  private static final String PROGRAM = "dev.uncork.systemtests.program.Scalable";

  @TempDir Path scratch;
  private final Jdk jdk = Jdk.of(17);

  private Uncork sweep(String workers, List<String> options, String... arguments) {
    List<String> words =
        new ArrayList<>(
            List.of("sweep", "--workers", workers, "--progress", "done ([0-9.]+) ops/s"));
    words.addAll(List.of("--check", "/^right$/"));
    words.addAll(options);
    words.addAll(List.of("--", jdk.java().toString(), "-cp", Uncork.programs(), PROGRAM));
    words.addAll(List.of(arguments));
    return Uncork.command(words.toArray(String[]::new)).in(scratch);
  }

  @FastTier
  @Test
  void theCurveIsMeasuredAndWritten() throws Exception {
    List<String> options =
        List.of(
            "--runs=2",
            "--try=-Dsetting=a,b",
            "--json=s.json",
            "--csv=s.csv",
            "--svg=s.svg",
            "--png=s.png",
            "--html=s.html");
    Uncork.Outcome outcome = sweep("1,2,4", options, "{workers}", "300").run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).contains("-Dsetting=a", "-Dsetting=b", "predicts nothing");
    JsonNode root = new ObjectMapper().readTree(scratch.resolve("s.json").toFile());
    assertThat(root.at("/complete").asBoolean()).isTrue();
    assertThat(root.at("/runs")).hasSize(12);
    JsonNode points = root.at("/series/0/points");
    // An operation sleeps 5 ms: each worker does at most 200 a second, however many there are.
    double one = points.at("/0/median").asDouble();
    double four = points.at("/2/median").asDouble();
    assertThat(one).isBetween(1.0, 210.0);
    assertThat(four).isBetween(one, 840.0);
    assertThat(Files.readAllLines(scratch.resolve("s.csv"))).hasSize(13);
    assertThat(scratch.resolve("s.svg")).content().contains("<svg");
    assertThat(scratch.resolve("s.png")).isNotEmptyFile();
    assertThat(scratch.resolve("s.html")).content().contains("<svg");
    assertThat(scratch.resolve("uncork-sweep.state.json")).doesNotExist();
  }

  @Test
  void aRunWithAWrongResultIsReportedAndNeverCounted() throws Exception {
    List<String> options = List.of("--runs=1", "--no-warm-up-run", "--json=s.json");
    Uncork.Outcome outcome = sweep("1,2", options, "{workers}", "50", "wrong").run();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("not counted: 1 workers, round 1: its output has no");
    JsonNode root = new ObjectMapper().readTree(scratch.resolve("s.json").toFile());
    assertThat(root.at("/series/0/points/0/failed").asInt()).isEqualTo(1);
    assertThat(root.at("/series/0/points/0/median").isMissingNode()).isTrue();
  }

  @Test
  void whatWasMeasuredIsKeptWhenStoppedAndTheSameCommandGoesOn() throws Exception {
    List<String> options = List.of("--runs=3", "--no-warm-up-run");
    Path state = scratch.resolve("uncork-sweep.state.json");
    Uncork.Running running = sweep("1,2", options, "{workers}", "400").start();
    Await.until("a run is kept", () -> Files.exists(state));
    long pid = running.process().pid();
    assertThat(Uncork.without("kill", "-INT", "" + pid).run().exitCode()).isZero();
    Uncork.Outcome stopped = running.await();
    assertThat(stopped.exitCode()).describedAs(stopped.err()).isEqualTo(130);
    assertThat(stopped.err()).contains("the same command goes on from");
    int kept = new ObjectMapper().readTree(state.toFile()).at("/trials").size();
    assertThat(kept).isBetween(1, 5);

    Uncork.Outcome resumed = sweep("1,2", options, "{workers}", "400").run();
    assertThat(resumed.exitCode()).describedAs(resumed.err()).isZero();
    assertThat(resumed.err()).contains("resuming: " + kept + " of 6 runs");
    assertThat(state).doesNotExist();
  }
}
