package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The remedy {@code tick} on a counter that all threads want, which checks itself. */
@DefaultTier
class TickTest {
  private static final String WORKLOADS =
      Path.of(System.getProperty("uncork.home"), "workloads", "workloads.jar").toString();

  @TempDir Path scratch;

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void threadsQueueAndCountRight(int major) throws Exception {
    int threads = 8 * Runtime.getRuntime().availableProcessors();
    Uncork.Outcome outcome =
        Uncork.command(
                "run",
                "--remedy",
                "tick=dev.uncork.workloads.*",
                "--",
                Jdk.of(major).java(),
                "-jar",
                WORKLOADS,
                "synchmeth",
                "--threads",
                "" + threads,
                "--seconds",
                "3",
                "--work-inside",
                "1000")
            .in(scratch)
            .run();
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("OK: counter");
    assertThat(outcome.err())
        .containsPattern("tick: \\d+ class(es)? rewritten")
        .containsPattern("[1-9]\\d* acquires waited at a gate, [1-9]\\d* were let in");
  }

  @Test
  void aRunningProgramCannotHaveIt() throws Exception {
    Uncork.Outcome outcome =
        Uncork.command("attach", "" + ProcessHandle.current().pid(), "--remedy", "tick=com.acme.*")
            .run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("rewrite classes as they are loaded");
  }
}
