package dev.uncork.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, as a child process sees it. */
@Timeout(120)
@DefaultTier
class InterruptedRunTest {
  @Test
  void interruptedCheckPrintsASummaryAndLeavesNoFiles(@TempDir Path temporary) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Workloads.class.getName(),
                "check",
                "--size",
                "16",
                "--workers",
                "2",
                "--log-limit",
                "1m")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader reader = child.inputReader()) {
      String line = reader.readLine();
      while (line != null && !line.startsWith("states/sec: ")) {
        line = reader.readLine();
      }
      assertThat(line).matches("states/sec: \\d+ .*");

      // Like Ctrl-C, but not ignored where this test runs in the background of a shell.
      new ProcessBuilder("kill", "-TERM", Long.toString(child.pid())).start().waitFor();

      assertThat(reader.lines()).anyMatch(l -> l.startsWith("Interrupted: "));
      assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).isEqualTo(143);
    } finally {
      child.destroyForcibly();
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.filter(p -> p.getFileName().toString().startsWith("checker-"))).isEmpty();
    }
  }
}
