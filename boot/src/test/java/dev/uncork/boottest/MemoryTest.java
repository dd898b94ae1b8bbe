package dev.uncork.boottest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables stay small with many threads and locks, and shrink when these are gone. */
@DefaultTier
final class MemoryTest {
  private static final long MIB = 1 << 20;

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void tenThousandThreadsAndAHundredThousandLocks(Jdk jdk) throws Exception {
    List<String> lines = ChildJvm.run(jdk, MemoryProgram.class, List.of(), 120);
    System.out.println(jdk + ": " + String.join("; ", lines));
    assertThat(number(lines, "PEAK ")).isBetween(10 * MIB, 20 * MIB);
    assertThat(number(lines, "ENDED ")).isLessThanOrEqualTo(3 * MIB / 2);
    assertThat(number(lines, "BLOCKED ")).isEqualTo(100_000);
    assertThat(number(lines, "LOCKS ")).isEqualTo(number(lines, "HASHES ")).isGreaterThan(99_980);
  }

  private static long number(List<String> lines, String prefix) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .mapToLong(line -> Long.parseLong(line.substring(prefix.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line " + prefix + " in " + lines));
  }
}
