package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.LegacyText;
import dev.uncork.systemtests.program.OwnLoader;
import dev.uncork.systemtests.program.Uncontended;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lock reservation as a user asks for it: same output, and it says what it did. */
class ReserveTest {
  @TempDir Path scratch;

  static Stream<Integer> jdks() {
    return Jdk.tested();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void programWritesTheSame(int major) throws Exception {
    String java = Jdk.of(major).java();
    String program = LegacyText.class.getName();
    Uncork.Outcome plain =
        Uncork.without(java, "-cp", Uncork.programs(), program).in(scratch).run();
    for (String remedy :
        new String[] {
          "reserve", "reserve=java.util.Vector;dev.uncork.*", "reserve=*;java.lang.StringBuffer"
        }) {
      Uncork.Outcome reserved =
          Uncork.command(
                  "run",
                  "--remedy",
                  remedy,
                  "--",
                  java,
                  "-Xverify:all",
                  "-cp",
                  Uncork.programs(),
                  program)
              .in(scratch)
              .run();
      assertThat(new String(reserved.outBytes(), StandardCharsets.UTF_8))
          .isEqualTo(new String(plain.outBytes(), StandardCharsets.UTF_8));
      assertThat(reserved.exitCode()).isZero();
      assertThat(reserved.err())
          .containsPattern(
              major <= 17 && remedy.equals("reserve")
                  ? "own biased locking"
                  : "class(es)? rewritten");
    }
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void recordingChoosesTheClassThatOneThreadLocks(int major) throws Exception {
    String[] program = {
      "--", Jdk.of(major).java(), "-cp", Uncork.programs(), Uncontended.class.getName()
    };
    Uncork.Outcome recorded = Uncork.command(run(program, "--out", "a.jfr")).in(scratch).run();
    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    Uncork.Outcome reserved =
        Uncork.command(run(program, "--remedy", "reserve=@a.jfr", "--out", "b.jfr"))
            .in(scratch)
            .run();
    assertThat(reserved.out()).isEqualTo(recorded.out());
    assertThat(reserved.err())
        .containsPattern(
            "chosen by a.jfr, with the CPU time in their synchronized methods:"
                + ".*Uncontended\\$Account (100|\\d\\d)\\.\\d %") // Most of what it does.
        .contains("1 class rewritten; 1 objects reserved");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void classesThatAnOwnLoaderLoadsMeanwhileAreSeen(int major) throws Exception {
    String[] program = {
      "--", Jdk.of(major).java(), "-cp", Uncork.programs(), OwnLoader.class.getName()
    };
    Uncork.Outcome outcome =
        Uncork.command(run(program, "--remedy", "reserve=dev.uncork.*")).in(scratch).run();
    assertThat(outcome.out()).isEqualTo("two 2\nalone true\nasked 0\n");
    assertThat(outcome.err()).contains("1 objects reserved, 1 revoked");
  }

  private static String[] run(String[] program, String... options) {
    return Stream.of(Stream.of("run"), Stream.of(options), Stream.of(program))
        .flatMap(parts -> parts)
        .toArray(String[]::new);
  }

  @Test
  void unknownRemedyIsRefused() throws Exception {
    Uncork.Outcome outcome =
        Uncork.command("run", "--remedy", "magic", "--", "java", "-version").in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("--remedy magic: no such remedy; expected one of reserve, counter,");
  }

  @Test
  void explainLockNamesTheLine() throws Exception {
    Uncork.Outcome outcome =
        Uncork.command(
                "explain-lock", LegacyText.class.getName() + "$Tally", "-cp", Uncork.programs())
            .in(scratch)
            .run();
    assertThat(outcome.exitCode()).isZero();
    assertThat(new String(outcome.outBytes(), StandardCharsets.UTF_8))
        .contains("LegacyText$Tally: eligible, 2 methods")
        .containsPattern("LegacyText\\$Tally\\.add:\\d+: synchronized");
    assertThat(
            Uncork.command("explain-lock", "com.acme.Nope", "-cp", Uncork.programs())
                .in(scratch)
                .run()
                .exitCode())
        .isEqualTo(2);
  }
}
