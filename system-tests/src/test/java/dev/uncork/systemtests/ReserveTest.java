package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.LegacyText;
import dev.uncork.systemtests.program.OwnLoader;
import dev.uncork.systemtests.program.Uncontended;
import dev.uncork.systemtests.program.Unwieldy;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import dev.uncork.testsupport.PrintedCompilations;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lock reservation as a user asks for it: same output, and it says what it did. */
@DefaultTier
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
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
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

  /** javac's file manager is rewritten before any other class of its module. */
  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void programInAModuleWorks(int major) throws Exception {
    Path source = Files.writeString(scratch.resolve("Made.java"), "class Made {}");
    String[] program = {
      "--",
      Jdk.of(major).java(),
      "-m",
      "jdk.compiler/com.sun.tools.javac.Main",
      "-proc:none",
      source.toString()
    };
    Uncork.Outcome outcome =
        Uncork.command(run(program, "--remedy", "reserve=*;java.util.Vector")).in(scratch).run();
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.err()).containsPattern("class(es)? rewritten");
    assertThat(scratch.resolve("Made.class")).exists();
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void classesThatAnOwnLoaderLoadsMeanwhileAreSeen(int major) throws Exception {
    String[] program = {
      "--", Jdk.of(major).java(), "-cp", Uncork.programs(), OwnLoader.class.getName()
    };
    Uncork.Outcome outcome =
        Uncork.command(run(program, "--remedy", "reserve=dev.uncork.*")).in(scratch).run();
    assertThat(outcome.out()).isEqualTo("two 2\nalone true\nasked 0\n");
    assertThat(outcome.err()).contains("1 objects reserved, 1 revoked");
  }

  /** HotSpot leaves a method whose locking it doesn't understand to the interpreter. */
  @ParameterizedTest
  @MethodSource("jdks")
  void rewrittenMethodsAreCompiled(int major) throws Exception {
    String rewritten = Uncontended.class.getName() + "$Account::add";
    String[] program = {
      "--",
      Jdk.of(major).java(),
      "-XX:+PrintCompilation",
      "-cp",
      Uncork.programs(),
      Uncontended.class.getName()
    };
    Uncork.Outcome outcome =
        Uncork.command(run(program, "--remedy", "reserve=dev.uncork.*")).in(scratch).run();
    assertThat(outcome.err()).contains("1 objects reserved");
    assertThat(outcome.out()).contains(rewritten);
    assertThat(notCompiled(outcome)).isEmpty();
    program[5] = LegacyText.class.getName();
    outcome =
        Uncork.command(run(program, "--remedy", "reserve=*;java.lang.StringBuffer"))
            .in(scratch)
            .run();
    assertThat(outcome.err()).containsPattern("class(es)? rewritten");
    assertThat(outcome.out()).contains("StringBuffer::");
    assertThat(notCompiled(outcome)).isEmpty();
    assertThat(outcome.err()).doesNotContain("a compiler gave up");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void classOfWhichACompilerGivesUpAMethodIsTakenBack(int major) throws Exception {
    String[] java = {
      Jdk.of(major).java(),
      "-Xbatch",
      "-XX:MaxNodeLimit=1000",
      "-XX:NodeLimitFudgeFactor=50",
      "-cp",
      Uncork.programs(),
      Unwieldy.class.getName()
    };
    String[] program = Stream.concat(Stream.of("--"), Stream.of(java)).toArray(String[]::new);
    Uncork.Outcome outcome =
        Uncork.command(run(program, "--remedy", "reserve=dev.uncork.*")).in(scratch).run();
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).isEqualTo(Uncork.without(java).in(scratch).run().out());
    String mixer = Unwieldy.class.getName() + "$Mixer";
    assertThat(outcome.err().replaceAll("\\s+", " "))
        .contains("Methods of rewritten classes that a compiler gave up: ")
        .contains(mixer + ".mix (c2: out of nodes")
        .contains("1 objects reserved, 0 revoked, 1 class taken back")
        .contains("undone: " + mixer + " (a compiler gave up " + mixer + ".mix (c2: out of nodes");
  }

  private static Stream<String> notCompiled(Uncork.Outcome outcome) {
    return PrintedCompilations.givenUp(outcome.out())
        .filter(line -> line.contains("systemtests") || line.contains("java.lang.StringBuffer"));
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
    outcome =
        Uncork.command("run", "--remedy", "counter=com.acme.**", "--", "java", "-version")
            .in(scratch)
            .run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("com.acme.** is no class; expected names, com.acme.*");
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
