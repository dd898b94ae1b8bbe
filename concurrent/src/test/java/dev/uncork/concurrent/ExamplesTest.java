package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs each file of examples/ as a reader would and compares its output with its documentation. */
@DefaultTier
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void printsWhatItSays(Path example) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                example.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output.lines().toList()).isEqualTo(expected(Files.readString(example)));
  }

  private static List<String> expected(String source) {
    String block = source.substring(source.indexOf("<pre>") + 5, source.indexOf("</pre>"));
    return block
        .lines()
        .map(line -> line.replaceFirst("^ \\*\\s?", ""))
        .filter(l -> !l.isBlank())
        .toList();
  }
}
