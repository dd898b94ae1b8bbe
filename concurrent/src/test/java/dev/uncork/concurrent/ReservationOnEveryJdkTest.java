package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way to make the system call, on each JDK of this machine, and the refusals. */
@DefaultTier
class ReservationOnEveryJdkTest {
  static Stream<Arguments> ways() throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (Map.Entry<Integer, Path> jdk : jdks().entrySet()) {
      all.add(Arguments.of(jdk.getKey(), jdk.getValue(), "native"));
      if (jdk.getKey() >= 22) {
        all.add(Arguments.of(jdk.getKey(), jdk.getValue(), "foreign"));
      }
    }
    return all.stream();
  }

  static Stream<Arguments> homes() throws IOException {
    return jdks().entrySet().stream().map(jdk -> Arguments.of(jdk.getKey(), jdk.getValue()));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void reservesAndRevokes(int version, Path home, String way) throws Exception {
    assumeTrue(ReservableLock.unavailableReason().isEmpty());
    List<String> lines = run(home, "-Duncork.reservation.fence=" + way);
    assertThat(lines).contains("reserved true", "revoked true", "count 2000", "unavailable ");
    if (version >= 21) {
      assertThat(lines).contains("virtual reserved false");
    }
  }

  @ParameterizedTest
  @MethodSource("homes")
  void isAPlainLockWhereRefused(int version, Path home) throws Exception {
    assertThat(run(home, "-Duncork.reservation=off"))
        .contains("reserved false", "revoked true", "count 2000")
        .contains("unavailable switched off by -Duncork.reservation=off");
  }

  @ParameterizedTest
  @MethodSource("homes")
  void isAPlainLockOnOtherSystems(int version, Path home) throws Exception {
    assertThat(run(home, "-Dos.name=Plan9"))
        .contains("reserved false", "unavailable no membarrier on Plan9; Linux is needed");
  }

  private static List<String> run(Path home, String option) throws Exception {
    Process process =
        new ProcessBuilder(
                home.resolve("bin/java").toString(),
                option,
                "-cp",
                System.getProperty("java.class.path"),
                ReservationChild.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  private static Map<Integer, Path> jdks() throws IOException {
    Map<Integer, Path> found = new TreeMap<>();
    found.put(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    List<Path> places = new ArrayList<>();
    String named = System.getenv("JAVA25_HOME");
    if (named != null) {
      places.add(Path.of(named));
    }
    Path common = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(common)) {
      try (Stream<Path> homes = Files.list(common)) {
        homes.forEach(places::add);
      }
    }
    for (Path place : places) {
      Path release = place.resolve("release");
      if (Files.isExecutable(place.resolve("bin/java")) && Files.isReadable(release)) {
        for (String line : Files.readAllLines(release)) {
          if (line.startsWith("JAVA_VERSION=\"")) {
            int version = Integer.parseInt(line.replaceAll("JAVA_VERSION=\"(\\d+).*", "$1"));
            if (version >= 17) {
              found.putIfAbsent(version, place);
            }
          }
        }
      }
    }
    return found;
  }
}
