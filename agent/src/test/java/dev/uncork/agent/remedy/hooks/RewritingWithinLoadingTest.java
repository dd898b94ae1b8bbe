package dev.uncork.agent.remedy.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No class is initialized while one of the JDK is being loaded: whoever loads it may be in a static
 * initializer that another thread waits for, in the initializer of what would be needed here.
 */
@DefaultTier
final class RewritingWithinLoadingTest {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void nothingIsInitializedWhereItIsReady(Jdk jdk) throws Exception {
    List<String> log = log(jdk, true);
    assertThat(initialized(log)).isEmpty();
    assertThat(changed(log)).isGreaterThan(100);
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void nothingIsInitializedBeforeItIsReady(Jdk jdk) throws Exception {
    List<String> log = log(jdk, false);
    assertThat(initialized(log)).isEmpty();
    assertThat(changed(log)).isZero();
  }

  private List<String> log(Jdk jdk, boolean ready) throws Exception {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                jdk.java(),
                "-Xlog:class+init=info",
                "-cp",
                System.getProperty("java.class.path"),
                TransformingProgram.class.getName(),
                String.valueOf(ready))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).as("ended by itself").isTrue();
    List<String> lines = Files.readAllLines(output);
    assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
    return lines;
  }

  /** What ran a static initializer meanwhile; without one, nobody waits for others. */
  private static List<String> initialized(List<String> log) {
    return log
        .subList(log.indexOf(TransformingProgram.BEGIN), log.indexOf(TransformingProgram.END))
        .stream()
        .filter(line -> line.contains("Initializing '") && !line.contains("(no method)"))
        .toList();
  }

  /** How many classes were rewritten. */
  private static int changed(List<String> log) {
    return Integer.parseInt(log.get(log.indexOf(TransformingProgram.END) + 1));
  }
}
