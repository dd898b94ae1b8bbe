package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.systemtests.program.Busy;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --remedy cores=N}: a program runs on some of the cores. */
@DefaultTier
class CoresTest {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  @TempDir Path scratch;

  @BeforeEach
  void needsTwoCores() {
    assumeTrue(PROCESSORS > 1);
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#tested")
  void theProgramIsToldThatItHasOneCore(int major) throws Exception {
    Uncork.Outcome outcome =
        Uncork.command(
                "run",
                "--remedy",
                "cores=1",
                "--",
                Jdk.of(major).java(),
                "-cp",
                Uncork.programs(),
                Busy.class.getName(),
                "2000",
                "0")
            .in(scratch)
            .run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).contains("processors [1]");
    assertThat(outcome.err())
        .contains("cores: its threads run on 1 of " + PROCESSORS + " cores")
        .doesNotContain("WARNING");
  }

  @Test
  void theProgramsThreadsAreHeldWhileAttachedAndNoOthers() throws Exception {
    Uncork.Running target = AttachTest.target(Jdk.of(17), scratch);
    try {
      long pid = target.process().pid();
      Path tasks = Path.of("/proc", "" + pid, "task");
      Set<String> all = Threads.allowed(tasks, "");
      Uncork.Running attached =
          Uncork.command("attach", "" + pid, "--for", "1h", "--remedy", "cores=1")
              .in(scratch)
              .start();
      Await.until("the program is held", () -> !Threads.allowed(tasks, "visitor").equals(all));
      Await.until(
          "Uncork's threads have all cores", () -> Threads.allowed(tasks, "uncork-").equals(all));
      assertThat(Threads.allowed(tasks, "visitor")).hasSize(1);
      assertThat(Threads.allowed(tasks, "GC Thread")).isEqualTo(all);
      assertThat(Threads.allowed(tasks, "C2 Compiler")).isEqualTo(all);
      new ProcessBuilder("kill", "-INT", "" + attached.process().pid()).start().waitFor();
      assertThat(attached.await().exitCode()).isZero();
      assertThat(Threads.allowed(tasks, "")).isEqualTo(all);
    } finally {
      target.process().destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cores=0", "cores=100000", "cores=many", "cores", "cores=-1", "cores="})
  void badNumbersAreRefusedBeforeAnythingIsStarted(String remedy) throws Exception {
    Uncork.Outcome outcome =
        Uncork.command("run", "--remedy", remedy, "--", "java", "-version").in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("--remedy " + remedy).contains("from 1 to " + PROCESSORS);
    assertThat(outcome.out()).isEmpty();
  }
}
