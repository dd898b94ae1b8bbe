package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs all tests of this package on the other JDKs of this machine, one of each version. */
@DefaultTier
class OtherJdksTest {
  private static final int OLDEST = 17;

  @Test
  void allTestsPassOnEachOtherJdk() throws Exception {
    Map<Integer, Path> others = others();
    assumeTrue(
        !others.isEmpty(),
        "no JDK from 17 on but this one; install one beside it or set JAVA25_HOME");
    for (Path home : others.values()) {
      Process process =
          new ProcessBuilder(
                  home.resolve("bin/java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  AllTests.class.getName())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes());
      assertThat(process.waitFor()).as("%s: %s%n%s", home, failures(output), output).isZero();
      assertThat(output).contains(" passed, 0 failed");
    }
  }

  /** What failed, on one line: a summary shows no more. */
  private static String failures(String output) {
    return output
        .lines()
        .dropWhile(line -> !line.startsWith("Failures ("))
        .map(String::strip)
        .filter(line -> line.startsWith("JUnit Jupiter:") || line.startsWith("=>"))
        .collect(Collectors.joining(" "));
  }

  private static Map<Integer, Path> others() throws IOException {
    List<Path> homes = new ArrayList<>();
    System.getenv()
        .forEach(
            (name, value) -> {
              if (name.matches("JAVA\\d+_HOME")) {
                homes.add(Path.of(value));
              }
            });
    Path beside = Path.of(System.getProperty("java.home")).toRealPath().getParent();
    for (Path parent : List.of(Path.of("/usr/lib/jvm"), beside)) {
      if (Files.isDirectory(parent)) {
        try (Stream<Path> found = Files.list(parent)) {
          found.sorted().forEach(homes::add);
        }
      }
    }
    Map<Integer, Path> byVersion = new TreeMap<>();
    for (Path home : homes) {
      int version = version(home);
      if (version >= OLDEST && version != Runtime.version().feature()) {
        byVersion.putIfAbsent(version, home);
      }
    }
    return byVersion;
  }

  /** Major version of a JDK, 0 when the directory is none. */
  private static int version(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/javac")) || !Files.isRegularFile(release)) {
      return 0;
    }
    for (String line : Files.readAllLines(release)) {
      if (line.startsWith("JAVA_VERSION=\"")) {
        return Integer.parseInt(line.replaceAll("JAVA_VERSION=\"(\\d+).*", "$1"));
      }
    }
    return 0;
  }
}
