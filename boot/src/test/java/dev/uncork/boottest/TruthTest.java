package dev.uncork.boottest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The collector counts what a program that knows its own truth says, lock by lock. */
@DefaultTier
final class TruthTest {
  private static final int ROUNDS = 100;

  static Stream<Arguments> jvms() {
    return Jdk.installed()
        .flatMap(
            jdk ->
                jdk.unmountsBlockedVirtualThreads()
                    ? Stream.of(Arguments.of(jdk, "platform"), Arguments.of(jdk, "virtual"))
                    : Stream.of(Arguments.of(jdk, "platform")));
  }

  @ParameterizedTest(name = "{0}, {1} threads")
  @MethodSource("jvms")
  void countsEqualGroundTruthInstanceByInstance(Jdk jdk, String threads) throws Exception {
    compare(jdk, List.of(), threads, 64 * 1024);
  }

  @ParameterizedTest(name = "{0}, {1} threads")
  @MethodSource("jvms")
  void countsStayExactWithASmallBufferAndAConcurrentCollector(Jdk jdk, String threads)
      throws Exception {
    compare(jdk, List.of("-XX:+UseZGC"), threads, 5 * 64);
  }

  private static void compare(Jdk jdk, List<String> options, String threads, int bufferBytes)
      throws Exception {
    List<String> lines =
        ChildJvm.run(
            jdk,
            TruthProgram.class,
            options,
            120,
            threads,
            Integer.toString(ROUNDS),
            Integer.toString(bufferBytes));
    List<Counted> counted =
        lines.stream().filter(l -> l.startsWith(Counted.PREFIX)).map(Counted::parse).toList();
    List<String[]> truths =
        lines.stream().filter(l -> l.startsWith("TRUTH ")).map(l -> l.split(" ")).toList();
    assertThat(truths).hasSize(4 + 60 + 1 + 2);
    long truthNanos = 0;
    long countedNanos = 0;
    for (String[] truth : truths) {
      Counted lock = find(counted, truth[1], Integer.parseInt(truth[2]));
      long blocked = Long.parseLong(truth[3]);
      if (blocked >= 0) {
        assertThat(lock.blocked()).as("%s of %s", lock, String.join(" ", truth)).isEqualTo(blocked);
        truthNanos += Long.parseLong(truth[4]);
        countedNanos += lock.waitNanos();
      }
      assertThat(lock.waits()).as("waits of %s", lock).isEqualTo(Long.parseLong(truth[5]));
      assertThat(lock.siteCount()).as("sum of sites of %s", lock).isEqualTo(lock.blocked());
      assertThat(lock.siteNanos()).as("sum of sites of %s", lock).isEqualTo(lock.waitNanos());
      if (blocked > 0) {
        assertThat(lock.frames()).contains("Waiters.acquire(Waiters.java:");
        assertThat(lock.maxWaitNanos()).isBetween(1L, lock.waitNanos());
      }
    }
    assertThat(countedNanos).isCloseTo(truthNanos, Percentage.withPercentage(2));
    assertThat(counted.stream().filter(c -> c.className().endsWith("Cell"))).hasSize(5);
  }

  private static Counted find(List<Counted> counted, String className, int hash) {
    return counted.stream()
        .filter(c -> c.identityHash() == hash && c.className().equals(className))
        .findFirst()
        .orElse(new Counted(className, 0, hash, 0, 0, 0, 0, 0, 0, 0, "-"));
  }
}
