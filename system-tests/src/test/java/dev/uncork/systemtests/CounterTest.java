package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.StaticCounter;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The remedy {@code counter} on the counters of the papers' programs, which check themselves. */
@DefaultTier
class CounterTest {
  private static final String WORKLOADS =
      Path.of(System.getProperty("uncork.home"), "workloads", "workloads.jar").toString();

  @TempDir Path scratch;

  static Stream<Integer> jdks() {
    return Jdk.tested();
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void synchmethCountsRight(int major) throws Exception {
    for (String remedy : new String[] {"counter", "counter-adder"}) {
      Uncork.Outcome outcome = run(major, remedy, "synchmeth", "--threads", "4", "--seconds", "1");
      assertThat(out(outcome)).contains("OK: counter");
      assertThat(outcome.err()).contains("counter: 1 class rewritten");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void checkerFindsAllStates(int major) throws Exception {
    Uncork.Outcome outcome =
        run(
            major,
            "counter",
            "check",
            "--model",
            "bakery",
            "--workers",
            "4",
            "--set",
            "concurrent");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).contains("counter: ").doesNotContain("back under the monitor");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void staticCountersCountRightUntilTheirClassIsLocked(int major) throws Exception {
    Uncork.Outcome outcome =
        Uncork.command(
                "run",
                "--remedy",
                "counter",
                "--",
                Jdk.of(major).java(),
                "-Xverify:all",
                "-cp",
                Uncork.programs(),
                StaticCounter.class.getName())
            .in(scratch)
            .run();
    assertThat(out(outcome)).isEqualTo("calls 1200000, next ticket 120001\nthen 1\n");
    assertThat(outcome.err()).contains("counter: 1 class rewritten, 1 back under the monitor");
  }

  @FastTier
  @Test
  void explainLockShowsTheCheckersCounter() throws Exception {
    Uncork.Outcome outcome =
        Uncork.command(
                "explain-lock", "dev.uncork.workloads.checker.ModelChecker", "-cp", WORKLOADS)
            .in(scratch)
            .run();
    assertThat(outcome.exitCode()).isZero();
    assertThat(out(outcome))
        .contains("Its counters: eligible for the remedy counter and for counter-adder")
        .containsPattern("ModelChecker\\.incGenStates:\\d+: adds to numOfGenStates")
        .containsPattern("ModelChecker\\.genStates:\\d+: reads numOfGenStates");
  }

  private Uncork.Outcome run(int major, String remedy, String... arguments) throws Exception {
    String[] command = {"run", "--remedy", remedy, "--", Jdk.of(major).java(), "-jar", WORKLOADS};
    return Uncork.command(
            Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new))
        .in(scratch)
        .run();
  }

  private static String out(Uncork.Outcome outcome) {
    return new String(outcome.outBytes(), StandardCharsets.UTF_8);
  }
}
