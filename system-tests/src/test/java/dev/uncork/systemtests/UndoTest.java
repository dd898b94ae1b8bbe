package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.Tallied;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Remedies end in a program that goes on. */
@DefaultTier
class UndoTest {
  private static final String MILLIS = "8000";

  @TempDir Path scratch;

  @FastTier
  @Test
  void aCounterIsLockedAgainAndNothingIsLost() throws Exception {
    Uncork.Running running =
        Uncork.command(
                "run",
                "--remedy",
                "counter",
                "--",
                Jdk.of(17).java(),
                "-cp",
                Uncork.programs(),
                Tallied.class.getName(),
                "2",
                MILLIS)
            .in(scratch)
            .start();
    try {
      Await.until("the program is observed", () -> observed(running) != 0);
      Uncork.Outcome undone = Uncork.command("undo", "" + observed(running)).run();
      assertThat(undone.exitCode()).as(undone.err()).isZero();
      assertThat(undone.out()).contains("counter");
      Uncork.Outcome outcome = running.await();
      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      assertThat(outcome.out()).contains("right").doesNotContain("WRONG");
    } finally {
      running.process().destroyForcibly();
    }
  }

  /** Process id of the program once the agent works in it, 0 before. */
  private static long observed(Uncork.Running running) throws Exception {
    for (ProcessHandle child : running.process().children().toList()) {
      if (AttachTest.threadsNamed(child.pid(), "uncork") > 0) {
        return child.pid();
      }
    }
    return 0;
  }

  @Test
  void aProgramThatIsNotObservedIsRefused() throws Exception {
    Uncork.Outcome outcome = Uncork.command("undo", "" + ProcessHandle.current().pid()).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("does not run under uncork run");
  }
}
