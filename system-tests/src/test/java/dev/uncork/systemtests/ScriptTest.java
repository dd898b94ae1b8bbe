package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.Mirror;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that start java in the end, once or several times. */
@DefaultTier
class ScriptTest {
  @TempDir Path scratch;
  private final Jdk jdk = Jdk.of(17);

  private Path script(String text) throws IOException {
    Path script = Files.writeString(scratch.resolve("start.sh"), "#!/bin/sh\n" + text);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  private String java(String arguments) {
    return jdk.java()
        + " -cp '"
        + Uncork.programs()
        + "' "
        + Mirror.class.getName()
        + " "
        + arguments
        + "\n";
  }

  private List<String> files(String glob) throws IOException {
    try (var files = Files.newDirectoryStream(scratch, glob)) {
      return java.util.stream.StreamSupport.stream(files.spliterator(), false)
          .map(file -> file.getFileName().toString())
          .toList();
    }
  }

  @Test
  void oneJvmBelowAScriptGivesTheRecordingAsNamed() throws Exception {
    Path script = script(java("exit 9"));
    Uncork.Outcome outcome =
        Uncork.command("run", "--out", "one.jfr", "--", script.toString()).in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(9);
    assertThat(files("*.jfr")).containsExactly("one.jfr");
  }

  @Test
  void severalJvmsGiveOneRecordingAndOneReportEach() throws Exception {
    Path script = script(java("exit 0") + java("exit 0") + java("exit 4"));
    Uncork.Outcome outcome =
        Uncork.command("run", "--out", "many.jfr", "--json", "many.json", "--", script.toString())
            .in(scratch)
            .run();
    assertThat(outcome.exitCode()).isEqualTo(4);
    assertThat(files("many-*.jfr")).hasSize(3);
    assertThat(files("many-*.json")).hasSize(3);
    assertThat(Uncork.leftovers(scratch)).isEmpty();
  }

  @Test
  void toolOptionsThatAreThereStay() throws Exception {
    Path script = script("printf %s \"$JAVA_TOOL_OPTIONS\"\n");
    Uncork.Outcome outcome =
        Uncork.command("run", "--", script.toString())
            .in(scratch)
            .with("JAVA_TOOL_OPTIONS", "-Dmine=1")
            .run();
    assertThat(outcome.out()).startsWith("-Dmine=1 ").contains("-javaagent:");
  }

  @Test
  void aProgramWithoutJvmIsSaidToHaveNone() throws Exception {
    Uncork.Outcome outcome = Uncork.command("run", "--", "true").in(scratch).run();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).contains("no JVM was observed under true");
    assertThat(files("*.jfr")).isEmpty();
  }

  @Test
  void aJvmThatOutlivesTheScriptIsObservedUntilTheScriptEnds() throws Exception {
    Path told = scratch.resolve("told");
    Path script =
        script(
            java("linger > '" + told + "' 2>&1").strip()
                + " &\nuntil grep -q here '"
                + told
                + "'; do :; done\n");
    Uncork.Outcome outcome =
        Uncork.command("run", "--out", "alive.jfr", "--", script.toString()).in(scratch).run();
    long pid = pidIn(told);
    try {
      assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
      assertThat(files("*.jfr")).containsExactly("alive.jfr");
      assertThat(ProcessHandle.of(pid)).isPresent();
    } finally {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private static long pidIn(Path told) throws IOException {
    return Files.readAllLines(told).stream()
        .filter(line -> line.startsWith("here "))
        .mapToLong(line -> Long.parseLong(line.substring("here ".length())))
        .findFirst()
        .orElseThrow();
  }
}
