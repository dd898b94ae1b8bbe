package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.Mirror;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The observed program can't tell that it is observed. */
@DefaultTier
class PassThroughTest {
  private static final String[] ODD_ARGUMENTS = {
    "",
    "a b",
    "tab\tand\nline",
    "'quoted\"",
    "$HOME `id` \\",
    "@file",
    "--",
    "--out",
    "-x",
    "*",
    "Zoë 漢字",
    "%41",
    "a,b=c",
    "\u0001"
  };

  @TempDir Path scratch;
  private final Jdk jdk = Jdk.of(17);

  private Uncork mirror(String... arguments) {
    List<String> command = new ArrayList<>(List.of("run", "--quiet", "--"));
    command.addAll(program(jdk, arguments));
    return Uncork.command(command.toArray(String[]::new)).in(scratch);
  }

  private static List<String> program(Jdk jdk, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(jdk.java(), "-cp", Uncork.programs(), Mirror.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  @FastTier
  @Test
  void argumentsPassUnchanged() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("arguments"));
    arguments.addAll(List.of(ODD_ARGUMENTS));
    String line = mirror(arguments.toArray(String[]::new)).run().out();
    String[] words = line.split("\0", -1);
    int first = List.of(words).indexOf("arguments") + 1;
    assertThat(List.of(words).subList(first, words.length - 1)).containsExactly(ODD_ARGUMENTS);
  }

  @Test
  void argumentsPassUnchangedInTheCLocale() throws Exception {
    Uncork mirror = mirror("arguments", "Zoë").with("LC_ALL", "C").with("LANG", "C");
    assertThat(mirror.run().out()).endsWith("arguments\0Zoë\0");
  }

  @Test
  void argumentsThatAreNotUtf8PassUnchanged() throws Exception {
    String script = "exec \"$0\" run --quiet -- \"$@\" arguments $'\\xff\\xfe\\x80 x'";
    List<String> command = new ArrayList<>(List.of("bash", "-c", script));
    command.add(Uncork.launcher().toString());
    command.addAll(program(jdk));
    byte[] line = Uncork.without(command.toArray(String[]::new)).in(scratch).run().outBytes();
    assertThat(line).endsWith(new byte[] {0, (byte) 0xff, (byte) 0xfe, (byte) 0x80, ' ', 'x', 0});
  }

  @Test
  void openFilesPass() throws Exception {
    String script =
        "exec \"$0\" run --quiet -- cat <(echo from a substitution) 7<<<'seven' /dev/fd/7";
    Uncork.Outcome outcome =
        Uncork.without("bash", "-c", script, Uncork.launcher().toString()).in(scratch).run();
    assertThat(outcome.out()).isEqualTo("from a substitution\nseven\n");
  }

  @Test
  void environmentPassesUnchanged() throws Exception {
    String odd = "two words, $HOME, 'quotes' and Zoë\nnext line";
    Set<String> with =
        variables(
            mirror("environment")
                .with("ODD", odd)
                .with("JDK_JAVA_OPTIONS", "-Xmx64m")
                .with("LC_ALL", "C.UTF-8"));
    Set<String> without =
        variables(
            Uncork.without(program(jdk, "environment").toArray(String[]::new))
                .in(scratch)
                .with("ODD", odd)
                .with("JDK_JAVA_OPTIONS", "-Xmx64m")
                .with("LC_ALL", "C.UTF-8"));
    assertThat(with).isEqualTo(without);
  }

  @Test
  void anEmptyEnvironmentStaysEmpty() throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env", "-i", "ONLY=this", Uncork.launcher().toString(), "run", "--quiet", "--"));
    command.addAll(program(jdk, "environment"));
    assertThat(variables(Uncork.without(command.toArray(String[]::new)).in(scratch)))
        .containsExactly("ONLY=this");
  }

  private static Set<String> variables(Uncork call) throws Exception {
    Set<String> variables = new TreeSet<>(List.of(call.run().out().split("\0")));
    return variables;
  }

  @Test
  void inputPassesByteForByte() throws Exception {
    byte[] bytes = new byte[300_000];
    new Random(17).nextBytes(bytes);
    assertThat(mirror("input").input(bytes).run().outBytes()).isEqualTo(bytes);
  }

  @Test
  void inputPassesByteForByteWhileOutputIsRead() throws Exception {
    byte[] bytes = new byte[300_000];
    new Random(17).nextBytes(bytes);
    List<String> command = new ArrayList<>(List.of("run", "-q", "--progress", "(\\d+)x", "--"));
    command.addAll(program(jdk, "input"));
    Uncork call = Uncork.command(command.toArray(String[]::new)).in(scratch).input(bytes);
    assertThat(call.run().outBytes()).isEqualTo(bytes);
  }

  @Test
  void theReportLeavesStandardOutputToTheProgram() throws Exception {
    List<String> command = new ArrayList<>(List.of("run", "--"));
    command.addAll(program(jdk, "streams"));
    Uncork.Outcome outcome = Uncork.command(command.toArray(String[]::new)).in(scratch).run();
    assertThat(outcome.out()).isEqualTo("to out");
    assertThat(outcome.err()).startsWith("to err").contains("uncork-").contains(".jfr");
  }

  @Test
  void nothingButTheProgramsOwnErrorsWhenQuiet() throws Exception {
    assertThat(mirror("streams").run().err()).isEqualTo("to err");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 127, 128, 255})
  void exitCodesPass(int code) throws Exception {
    assertThat(mirror("exit", "" + code).run().exitCode()).isEqualTo(code);
  }

  @Test
  void aHaltPassesAndLeavesARecording() throws Exception {
    Uncork.Running running = mirror("halt", "3").keepInputOpen().start();
    Await.until("a chunk", this::hasChunk);
    running.process().getOutputStream().close();
    assertThat(running.await().exitCode()).isEqualTo(3);
    assertThat(recordings()).hasSize(1);
    assertReadable(recordings().get(0));
  }

  @Test
  void anUncaughtExceptionGivesJavasExitCode() throws Exception {
    Uncork.Outcome outcome = mirror("throw").run();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("on purpose").doesNotContain("uncork:");
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#tested")
  void aCrashLeavesAReadableRecording(int major) throws Exception {
    List<String> command = new ArrayList<>(List.of("run", "--"));
    command.addAll(program(Jdk.of(major), "crash"));
    Uncork.Outcome outcome = Uncork.command(command.toArray(String[]::new)).in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(128 + 6);
    assertThat(outcome.err()).contains("put together");
    assertThat(recordings()).hasSize(1);
    assertReadable(recordings().get(0));
  }

  @Test
  void aKilledProgramLeavesAReadableRecording() throws Exception {
    Uncork.Running running = mirror("linger").start();
    ProcessHandle program = program(running);
    Await.until("a chunk", this::hasChunk);
    program.destroyForcibly();
    Uncork.Outcome outcome = running.await();
    assertThat(outcome.exitCode()).isEqualTo(128 + 9);
    assertReadable(recordings().get(0));
    try (var left = Files.list(Path.of("/tmp"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.matches("\\d{4}(_\\d\\d){5}_" + program.pid()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT", "HUP"})
  void signalsReachTheProgramAndTheReportComes(String signal) throws Exception {
    Uncork.Running running = mirror("terminate").start();
    program(running);
    kill(signal, running.process().pid());
    Uncork.Outcome outcome = running.await();
    int number = signal.equals("TERM") ? 15 : signal.equals("INT") ? 2 : 1;
    assertThat(outcome.exitCode()).isEqualTo(128 + number);
    assertThat(outcome.out()).contains("hook ran");
    assertThat(recordings()).hasSize(1);
    assertThat(Uncork.leftovers(scratch)).isEmpty();
  }

  static void kill(String signal, long pid) throws Exception {
    Process kill = new ProcessBuilder("kill", "-s", signal, "" + pid).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  /** The observed JVM, once it is there and observed. */
  private ProcessHandle program(Uncork.Running running) throws Exception {
    Await.until("the agent is running", this::isObserved);
    return running.process().children().findFirst().orElseThrow();
  }

  private boolean isObserved() throws IOException {
    for (Path session : Uncork.leftovers(scratch)) {
      try (var files = Files.walk(session, 2)) {
        if (files.anyMatch(file -> file.endsWith("status"))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean hasChunk() throws IOException {
    for (Path session : Uncork.leftovers(scratch)) {
      try (var files = Files.walk(session, FileVisitOption.FOLLOW_LINKS)) {
        if (files.anyMatch(PassThroughTest::isWrittenChunk)) {
          return true;
        }
      }
    }
    return false;
  }

  /** JFR wrote through to it: its header tells where its metadata is. */
  private static boolean isWrittenChunk(Path file) {
    if (!file.toString().endsWith(".jfr")) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      byte[] header = in.readNBytes(32);
      return header.length == 32
          && new String(header, 24, 8, StandardCharsets.ISO_8859_1).chars().anyMatch(c -> c != 0);
    } catch (IOException e) {
      return false;
    }
  }

  private List<Path> recordings() throws IOException {
    try (var files = Files.list(scratch)) {
      return files.filter(file -> file.getFileName().toString().startsWith("uncork-")).toList();
    }
  }

  private void assertReadable(Path recording) throws Exception {
    Uncork.Outcome summary = Uncork.without(jdk.tool("jfr"), "summary", recording.toString()).run();
    assertThat(summary.exitCode()).describedAs(summary.err()).isZero();
    assertThat(summary.out()).contains("uncork.CollectorInfo");
  }
}
