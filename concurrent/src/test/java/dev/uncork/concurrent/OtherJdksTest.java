package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runs all tests of this package on the other JDKs of this machine, one of each version. */
@DefaultTier
class OtherJdksTest {
  @Test
  void allTestsPassOnEachOtherJdk() throws Exception {
    List<Jdk> others =
        Jdk.installed().filter(jdk -> jdk.major() != Runtime.version().feature()).toList();
    assumeTrue(
        !others.isEmpty(),
        "no JDK from 17 on but this one; install one beside it or set JAVA25_HOME");
    for (Jdk jdk : others) {
      Process process =
          new ProcessBuilder(
                  jdk.java(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  AllTests.class.getName())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes());
      assertThat(process.waitFor()).as("%s: %s%n%s", jdk, failures(output), output).isZero();
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
}
