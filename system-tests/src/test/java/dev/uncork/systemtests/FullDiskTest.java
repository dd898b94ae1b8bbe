package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.Mirror;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills up ends the recording, never the program. */
@DefaultTier
class FullDiskTest {
  @TempDir Path scratch;

  @Test
  void theRecordingEndsEarlyAndTheProgramGoesOn() throws Exception {
    Assumptions.assumeTrue(
        "root".equals(System.getProperty("user.name")), "needs root, to mount a small disk");
    String mount = "mount -t tmpfs -o size=90m none '" + scratch + "' && cd '" + scratch + "'";
    Uncork.Running running =
        Uncork.without(
                "unshare",
                "--mount",
                "sh",
                "-c",
                mount + " && exec \"$@\"",
                "sh",
                Uncork.launcher().toString(),
                "run",
                "--out",
                "full.jfr",
                "--",
                Jdk.of(17).java(),
                "-Djava.io.tmpdir=" + scratch,
                "-cp",
                Uncork.programs(),
                Mirror.class.getName(),
                "fill",
                scratch.resolve("filler").toString(),
                "50")
            .keepInputOpen()
            .start();
    Path inside = Path.of("/proc/" + running.process().pid() + "/root" + scratch);
    Await.until("the recording has ended", () -> !running.process().isAlive() || ended(inside));
    running.process().getOutputStream().close();
    Uncork.Outcome outcome = running.await();
    Assumptions.assumeFalse(outcome.err().contains("mount:"), outcome.err());
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo("filled\n");
    assertThat(outcome.err()).contains("the recording ended early").contains("Recording full.jfr");
  }

  private static boolean ended(Path directory) throws IOException {
    for (Path session : Uncork.leftovers(directory)) {
      if (!Files.isDirectory(session)) {
        continue; // The file by which Uncork tries whether it may write there.
      }
      try (var jvms = Files.newDirectoryStream(session)) {
        for (Path jvm : jvms) {
          Path status = jvm.resolve("status");
          if (Files.exists(status) && Files.readString(status).endsWith("stopped\n")) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
