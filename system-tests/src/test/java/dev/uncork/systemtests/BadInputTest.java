package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can't be done is refused in one line, with exit code 2, before anything is started. */
@DefaultTier
class BadInputTest {
  @TempDir Path scratch;
  private final Jdk jdk = Jdk.of(17);

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "run -- no-such-program              | no-such-program was not found on the PATH",
        "run -- /no/such/program             | /no/such/program does not exist",
        "run -- /etc                         | /etc is a directory",
        "run -- /etc/passwd                  | is not executable",
        "run --out /no/such/dir/a.jfr -- true | /no/such/dir does not exist",
        "run --out /etc -- true              | /etc is a directory",
        "run --out /proc/a.jfr -- true       | no file can be written in /proc",
        "run --json /no/such/dir/a -- true   | /no/such/dir does not exist",
        "run --out a --json ./a -- true      | is the recording itself",
        "report --json a.jfr ./a.jfr          | is the recording itself",
        "run --width 7 -- true               | --width 7 is out of range",
        "run --progress (x -- true           | is not a regular expression",
        "run --progress x -- true            | has no group",
        "run --progress-jmx a:b=c -- true    | names no attribute of an MBean",
        "run --progress-jmx a/b -- true      | names no attribute of an MBean",
        "run                                 | For example: uncork run -- java",
        "run --jsn a.json -- true             | --json",
        "attach                              | PID",
        "attach x                            | 'x' is not a process id",
        "attach -- -5                        | '-5' is not a process id",
        "attach 4194304                      | no process has pid 4194304",
        "attach 1 --for 0s                   | is not a length of time",
        "report                              | uncork run -- java",
        "report no-such.jfr                  | no-such.jfr does not exist",
        "report /etc                         | holds no recordings",
        "report a.jfr --pprof a.jfr          | --pprof a.jfr is the recording itself",
        "report a.jfr --csv x --flame x      | is named twice",
        "report a.jfr --otlp /no/such/a      | /no/such does not exist",
        "report a.jfr --stacks x             | WAITS, HOLDERS, CPU",
        "report a.jfr --from later           | 'later' is not a time",
        "report a.jfr --from 1h --to 2h      | is not before --to",
        "sweep --workers 1,2 -- true         | has no {workers}",
        "sweep --workers 0 -- true {workers} | is not a list of counts",
        "sweep --workers 1 --heap x -- java  | is not a list of sizes",
        "sweep --workers 1 --warm-up 1s -- true | --warm-up needs --progress",
        "sweep --workers 1 --check /(/ -- true | is not a regular expression",
        "sweep --workers 1 --runs 0 -- true  | --runs 0 is out of range",
        "sweep --workers 1 -- no-such-program | no-such-program",
        "predict                             | FILE",
        "predict a.jfr                       | --cores",
        "predict a.jfr --cores 0             | is not a list of counts from 1 to 4096",
        "predict a.jfr --cores 4096 --threads-per-core 50 | 204800 threads",
        "predict a.jfr --cores 8             | is not a readable file",
        "predict a.jfr --cores 8 --remedy x  | is not known",
        "nothing                             | there is no command 'nothing'",
        "atach 1                             | no command 'atach'; did you mean attach?",
        "attach --duration 3s 1              | there is no option --duration",
        "report --jsn=x a.jfr                | there is no option --jsn; did you mean --json?",
        "attach 1 2                          | '2' is one argument too many",
        "diff a.jfr                          | only one recording was named, a.jfr; name two",
        "predict a.jfr                       | --cores=LIST is missing",
        "report a.jfr --html                 | --html lacks its value FILE",
      })
  void refusals(String arguments, String message) throws Exception {
    Uncork.Outcome outcome = Uncork.command(arguments.split(" ")).in(scratch).run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains(message).doesNotContain("\tat ");
    assertThat(outcome.out()).isEmpty();
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void anOldJavaIsRefusedBeforeItStarts() throws Exception {
    Path java = fakeJava("JAVA_VERSION=\"11.0.2\"\n");
    Uncork.Outcome outcome = Uncork.command("run", "--", java.toString()).in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("is Java 11.0.2; expected 17 or newer");
  }

  @Test
  void anOpenJ9IsRefusedWithWhatWorksThere() throws Exception {
    Path java = fakeJava("JAVA_VERSION=\"17.0.9\"\nJVM_VARIANT=\"Openj9\"\n");
    Uncork.Outcome outcome = Uncork.command("run", "--", java.toString()).in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("OpenJ9").contains("javacore");
  }

  @Test
  void aStrippedDownRuntimeIsToldWhatItLacks() throws Exception {
    Path runtime = scratch.resolve("runtime");
    Uncork.Outcome linked =
        Uncork.without(
                jdk.tool("jlink"), "--add-modules", "java.base", "--output", runtime.toString())
            .run();
    Assumptions.assumeTrue(linked.exitCode() == 0, "jlink: " + linked.out() + linked.err());
    Uncork.Outcome outcome =
        Uncork.command("doctor").with("UNCORK_JAVA_HOME", runtime.toString()).in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("lacks java.management, jdk.attach, jdk.jfr, jdk.unsupported")
        .contains("install a full JDK");
  }

  private Path fakeJava(String release) throws IOException {
    Path home = scratch.resolve("old");
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), release);
    Path java = home.resolve("bin/java");
    Files.copy(Path.of("/bin/true").toRealPath(), java);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return java;
  }

  @Test
  void aProcessThatIsNoJvmIsNamed() throws Exception {
    Process other = new ProcessBuilder("sleep", "600").start();
    try {
      Uncork.Outcome outcome = Uncork.command("attach", "" + other.pid()).in(scratch).run();
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("is not a JVM").contains("sleep");
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void aJvmThatForbidsAttachIsLeftAlone() throws Exception {
    Uncork.Running target = AttachTest.target(jdk, scratch, "-XX:+DisableAttachMechanism");
    try {
      Uncork.Outcome outcome =
          Uncork.command("attach", "" + target.process().pid()).in(scratch).run();
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("-XX:+DisableAttachMechanism");
    } finally {
      target.process().destroyForcibly();
    }
    // A thread dump in its output would mean that it had been sent a signal.
    assertThat(target.await().out()).doesNotContain("Full thread dump");
  }

  @Test
  void aSecurityManagerThatKeepsTheAgentOutIsExplained() throws Exception {
    Uncork.Outcome outcome =
        Uncork.command(
                "run", "--", jdk.java(), "-Djava.security.manager", "-XshowSettings:vm", "-version")
            .in(scratch)
            .run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.err())
        .contains("uncork: a security manager keeps the agent from its files")
        .contains("permission java.security.AllPermission; };")
        .doesNotContain("\tat ");
    assertThat(outcome.err().lines().filter(line -> line.startsWith("uncork: "))).hasSize(1);
    assertThat(Uncork.leftovers(scratch)).isEmpty();
  }

  @FastTier
  @Test
  void aForeignFileIsExplained() throws Exception {
    Path foreign = Files.writeString(scratch.resolve("foreign.jfr"), "not a recording at all\n");
    Uncork.Outcome outcome = Uncork.command("report", foreign.toString()).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("foreign.jfr").doesNotContain("\tat ");
  }

  @Test
  void aReportThatDoesNotArriveIsAFailureUnlessTheReaderHadEnough() throws Exception {
    Path whole = scratch.resolve("whole.jfr");
    Uncork.command("run", "-q", "--out", whole.toString(), "--", jdk.java(), "-version").run();
    for (String option : new String[] {"", " --json -"}) {
      String report = "'" + Uncork.launcher() + "' report" + option + " '" + whole + "'";
      Uncork.Outcome full = Uncork.without("bash", "-c", report + " >/dev/full").run();
      assertThat(full.exitCode()).describedAs(full.err()).isEqualTo(2);
      assertThat(full.err()).contains("the report could not be written");
      Uncork.Outcome gone =
          Uncork.without("bash", "-c", "set -o pipefail; " + report + " | true").run();
      assertThat(gone.exitCode()).describedAs(gone.err()).isZero();
      assertThat(gone.err()).isEmpty();
    }
  }

  @Test
  void aTruncatedRecordingIsExplained() throws Exception {
    Path whole = scratch.resolve("whole.jfr");
    Uncork.command("run", "-q", "--out", whole.toString(), "--", jdk.java(), "-version").run();
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = scratch.resolve("cut.jfr");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    Uncork.Outcome outcome = Uncork.command("report", cut.toString()).run();
    assertThat(outcome.err()).contains("cut.jfr").doesNotContain("\tat ");
    assertThat(outcome.exitCode()).isIn(0, 2);
  }
}
