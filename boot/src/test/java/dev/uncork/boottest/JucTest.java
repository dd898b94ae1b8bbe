package dev.uncork.boottest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.LockKind;
import dev.uncork.testsupport.Jdk;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of rewritten java.util.concurrent code are counted exactly, and owners are told. */
final class JucTest {
  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void countsEveryCallAndTellsOwners(Jdk jdk) throws Exception {
    List<String> lines = ChildJvm.run(jdk, JucProgram.class, List.of(), 60);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("OWNER ") || line.startsWith("WATCHED "))
        .hasSize(8)
        .allMatch(line -> line.endsWith("true"));
    assertThat(lines)
        .contains(
            "CLASS (unloaded class)",
            "STACK 0",
            "BUDGET the stack budget must be 0 to 1000 thousandths");
    List<Counted> counted =
        lines.stream()
            .filter(line -> line.startsWith(Counted.PREFIX))
            .map(Counted::parse)
            .filter(lock -> lock.className().equals("dev.uncork.boottest.JucProgram$Sync"))
            .toList();
    assertThat(counted).hasSize(2);
    for (Counted lock : counted) {
      boolean shared = lock.kind() == LockKind.JUC_SHARED.ordinal();
      assertThat(lock.blocked()).isEqualTo(shared ? 8 * 25_000 : 8 * 50_000 + 1);
      assertThat(lock.waits()).isEqualTo(shared ? 0 : 8 * 10_000);
      assertThat(lock.siteCount()).isEqualTo(lock.blocked());
      assertThat(lock.siteNanos()).isEqualTo(lock.waitNanos());
      assertThat(lock.frames()).contains("JucProgram.lambda$count$");
      if (!shared) {
        assertThat(lock.waitedNanos()).isGreaterThanOrEqualTo(1000 * lock.waits());
      }
    }
  }
}
