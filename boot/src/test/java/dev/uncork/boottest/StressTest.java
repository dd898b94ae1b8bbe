package dev.uncork.boottest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.AllTier;
import dev.uncork.testsupport.Jdk;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The collector survives being started and stopped under load, with threads that end and classes
 * that are unloaded. For two minutes per JDK: {@code ./test StressTest
 * -Duncork.stress.seconds=120}.
 */
@AllTier
final class StressTest {
  private static final int SECONDS = Integer.getInteger("uncork.stress.seconds", 4);

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void neitherCrashesNorLeaks(Jdk jdk) throws Exception {
    List<String> lines =
        ChildJvm.run(jdk, StressProgram.class, List.of(), SECONDS + 60, Integer.toString(SECONDS));
    System.out.println(jdk + ": " + String.join("; ", lines));
    long half = bytes(lines, "HALF ");
    long end = bytes(lines, "END ");
    assertThat(end).isLessThan(3 << 20).isLessThan(half + (1 << 20));
    List<Counted> total =
        lines.stream().filter(l -> l.startsWith(Counted.PREFIX)).map(Counted::parse).toList();
    assertThat(total).hasSize(1);
    assertThat(total.get(0).blocked()).isPositive().isEqualTo(total.get(0).siteCount());
    assertThat(total.get(0).waitNanos()).isEqualTo(total.get(0).siteNanos());
  }

  private static long bytes(List<String> lines, String prefix) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .mapToLong(line -> Long.parseLong(line.substring(prefix.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line " + prefix + " in " + lines));
  }
}
