package dev.uncork.workloads.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.workloads.checker.log.LogPart;
import dev.uncork.workloads.checker.queue.QueuePart;
import dev.uncork.workloads.checker.set.SetPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Model checkers with their queue on disk, killed and resumed. */
@Timeout(300)
@DefaultTier
class RecoveryTest {
  private static final int KILLS = 3;

  @TempDir Path directory;

  @Test
  void killedAndResumedRunFindsAllStatesOnce() throws Exception {
    CheckResult expected =
        new ModelChecker(
                CheckConfig.naive(RecoveryChild.MODEL, 2, directory)
                    .with(
                        CounterPart.ATOMIC,
                        SetPart.CONCURRENT,
                        QueuePart.ONE_LOCK,
                        EndPhase.SERIAL,
                        LogPart.QUIET),
                progress -> {})
            .modelCheck();
    Path checkpoint = directory.resolve("frontier").resolve("checkpoint");
    int killed = 0;
    String output = "";
    while (killed < KILLS) {
      Process child = start(killed > 0);
      if (!killAfterNextCheckpoint(child, checkpoint)) {
        output = new String(child.getInputStream().readAllBytes());
        break; // it was done first
      }
      killed++;
    }
    assertThat(killed).as("runs killed; the last said: %s", output).isPositive();
    if (output.isEmpty()) {
      Process last = start(true);
      output = new String(last.getInputStream().readAllBytes());
      assertThat(last.waitFor()).as(output).isZero();
    }
    assertThat(output.strip())
        .isEqualTo(
            "DONE true %d %d".formatted(expected.distinctStates(), expected.generatedStates()));
    assertThat(Files.exists(checkpoint.getParent())).as("files of a finished queue").isFalse();
  }

  private Process start(boolean recover) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                RecoveryChild.class.getName(),
                directory.toString()));
    if (recover) {
      command.add("recover");
    }
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Kills a child once it has replaced the checkpoint; false if it ended before. */
  private static boolean killAfterNextCheckpoint(Process child, Path checkpoint)
      throws IOException, InterruptedException {
    FileTime before = Files.exists(checkpoint) ? Files.getLastModifiedTime(checkpoint) : null;
    while (!child.waitFor(1, TimeUnit.MILLISECONDS)) {
      try {
        if (Files.exists(checkpoint) && !Files.getLastModifiedTime(checkpoint).equals(before)) {
          child.destroyForcibly().waitFor();
          return true;
        }
      } catch (NoSuchFileException e) {
        // It has just finished and deleted its files.
      }
    }
    return false;
  }
}
