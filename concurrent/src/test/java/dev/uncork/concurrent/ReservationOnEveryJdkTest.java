package dev.uncork.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way to make the system call, on each JDK of this machine, and the refusals. */
@DefaultTier
class ReservationOnEveryJdkTest {
  static Stream<Arguments> ways() {
    return Jdk.installed()
        .flatMap(
            jdk ->
                jdk.hasForeignFunctions()
                    ? Stream.of(Arguments.of(jdk, "native"), Arguments.of(jdk, "foreign"))
                    : Stream.of(Arguments.of(jdk, "native")));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void reservesAndRevokes(Jdk jdk, String way) throws Exception {
    assumeTrue(ReservableLock.unavailableReason().isEmpty());
    List<String> lines = run(jdk, "-Duncork.reservation.fence=" + way);
    assertThat(lines).contains("reserved true", "revoked true", "count 2000", "unavailable ");
    if (jdk.hasVirtualThreads()) {
      assertThat(lines).contains("virtual reserved false");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void isAPlainLockWhereRefused(Jdk jdk) throws Exception {
    assertThat(run(jdk, "-Duncork.reservation=off"))
        .contains("reserved false", "revoked true", "count 2000")
        .contains("unavailable switched off by -Duncork.reservation=off");
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void isAPlainLockOnOtherSystems(Jdk jdk) throws Exception {
    assertThat(run(jdk, "-Dos.name=Plan9"))
        .contains("reserved false", "unavailable no membarrier on Plan9; Linux is needed");
  }

  private static List<String> run(Jdk jdk, String option) throws Exception {
    Process process =
        new ProcessBuilder(
                jdk.java(),
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
}
