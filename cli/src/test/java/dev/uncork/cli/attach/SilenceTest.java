package dev.uncork.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Why a process doesn't answer is told as far as it can be seen. */
@DefaultTier
@Timeout(60)
class SilenceTest {
  private static Process shell(String script) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", script).start();
    assertThat(process.inputReader().readLine()).isEqualTo("here");
    return process;
  }

  @Test
  void aThreadThatAlwaysRunsIsNamed() throws Exception {
    Process busy = shell("echo here; while :; do :; done");
    try {
      Silence silence = Silence.begin(busy.pid());
      Optional<String> reason = silence.reason();
      while (reason.isEmpty()) {
        reason = silence.reason();
      }
      assertThat(reason).hasValueSatisfying(text -> assertThat(text).contains("thread main ran"));
    } finally {
      busy.destroyForcibly().waitFor();
    }
  }

  @Test
  void aStoppedProcessIsSaidToBeStopped() throws Exception {
    Process stopped = shell("echo here; read -r line");
    try {
      Silence silence = Silence.begin(stopped.pid());
      assertThat(silence.reason()).isEmpty();
      new ProcessBuilder("kill", "-STOP", Long.toString(stopped.pid())).start().waitFor();
      Optional<String> reason = silence.reason();
      while (reason.isEmpty()) {
        reason = silence.reason();
      }
      assertThat(reason.get()).contains("kill -CONT " + stopped.pid());
    } finally {
      stopped.destroyForcibly().waitFor();
    }
  }

  @Test
  void ofAProcessThatIsGoneNothingIsSaid() throws Exception {
    Process gone = shell("echo here");
    gone.waitFor();
    assertThat(Silence.begin(gone.pid()).reason()).isEmpty();
  }
}
