package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.uncork.protocol.AgentFiles;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program's work can be counted in is found, and counts right. */
@DefaultTier
final class WorkIT {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void aCounterThatGrowsAsIsPrintedIsFound(Jdk jdk) throws Exception {
    List<String> told = run(jdk, "printed");
    long truth = Long.parseLong(word(told, "truth", 1));
    assertThat(word(told, "counter", 1)).endsWith("WorkLoads$Counted.DONE");
    assertThat(word(told, "counter", 2)).isEqualTo("" + truth);
    assertThat(told).noneMatch(line -> line.startsWith("method-calls")).contains("end null");
  }

  static Stream<Jdk> withVirtualThreads() {
    return Jdk.installed().filter(Jdk::hasVirtualThreads);
  }

  /** What virtual threads run is found, and the class in whose loop they are stays as it is. */
  @ParameterizedTest
  @MethodSource("withVirtualThreads")
  void callsOfVirtualThreadsAreCountedExactly(Jdk jdk) throws Exception {
    List<String> told = run(jdk, "virtual");
    assertThat(told).contains("spared true", "end null");
    assertThat(word(told, "method-calls", 1)).endsWith("WorkLoads.operate");
    assertThat(word(told, "method-calls", 2)).isEqualTo(word(told, "truth", 1));
  }

  /** Threads that begin later, and share what they count in: it counts once. */
  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void aCounterOfThreadsThatBeginLaterIsFound(Jdk jdk) throws Exception {
    List<String> told = run(jdk, "loaded");
    assertThat(word(told, "counter", 1)).as("whichever leads to it").contains("WorkLoads$");
    assertThat(word(told, "counter", 2)).isEqualTo(word(told, "truth", 1));
  }

  static Stream<Arguments> jdksAndWaysToHandATask() {
    return Jdk.installed()
        .flatMap(
            jdk -> Stream.of("executed", "submitted", "async").map(way -> arguments(jdk, way)));
  }

  /** A worker holds no task, and the task's counter is in no field of the program's. */
  @ParameterizedTest
  @MethodSource("jdksAndWaysToHandATask")
  void aCounterThatOnlyTasksOfAPoolHaveIsFound(Jdk jdk, String way) throws Exception {
    List<String> told = run(jdk, way);
    assertThat(word(told, "counter", 1)).contains("WorkLoads$");
    assertThat(word(told, "counter", 2)).isEqualTo(word(told, "truth", 1));
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void callsOfTheOperationAreCountedExactlyAndItsCodeIsGivenBack(Jdk jdk) throws Exception {
    List<String> told = run(jdk, "calls");
    long truth = Long.parseLong(word(told, "truth", 1));
    assertThat(word(told, "method-calls", 1)).endsWith("WorkLoads.operate");
    assertThat(word(told, "method-calls", 2)).isEqualTo("" + truth);
    assertThat(told).contains("end null");
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void aTinyMethodThatIsCalledAllTheTimeIsntCounted(Jdk jdk) throws Exception {
    List<String> told = run(jdk, "tiny");
    assertThat(told).noneMatch(line -> line.contains("Tiny.nothing")).contains("end null");
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void aClassWhoseCounterWasFoundCanBeUnloaded(Jdk jdk) throws Exception {
    Path apart = directory.resolve("apart");
    String file = UnloadedProgram.class.getName().replace('.', '/') + ".class";
    Files.createDirectories(apart.resolve(file).getParent());
    Files.copy(Path.of(System.getProperty("uncork.test.classes"), file), apart.resolve(file));
    assertThat(run(jdk, "unload", apart.toString()))
        .contains(UnloadedProgram.class.getName() + ".DONE")
        .contains("end null")
        .contains("collected while false");
  }

  private static String word(List<String> lines, String first, int number) {
    return lines.stream()
        .map(line -> line.split(" "))
        .filter(words -> words[0].equals(first))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + first + " in " + lines))[number];
  }

  private List<String> run(Jdk jdk, String... arguments) throws Exception {
    Path agent = agent();
    Path library = Path.of(System.getProperty("uncork.collector.lib"));
    Path output = directory.resolve("output");
    List<String> command = new ArrayList<>();
    command.addAll(List.of(jdk.java(), "-Xverify:all", "-javaagent:" + agent));
    command.add("-Xbootclasspath/a:" + System.getProperty("uncork.boot.jar"));
    command.addAll(List.of("-cp", classPath(), WorkProgram.class.getName()));
    command.add(new AgentFiles(library).library().toString());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).as(Files.readString(output)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
      return Files.readAllLines(output);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The agent's classes, not in a jar of theirs, with what they need. */
  private static String classPath() {
    return System.getProperty("uncork.test.classes")
        + File.pathSeparator
        + System.getProperty("java.class.path");
  }

  private Path agent() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", WorkProgram.class.getName());
    manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
    Path jar = directory.resolve("agent.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      return jar;
    }
  }
}
