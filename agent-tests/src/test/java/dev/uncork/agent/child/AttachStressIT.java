package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.AllTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A loaded JVM survives being attached to and detached from again and again, and doesn't grow by
 * it. For two minutes per JDK: {@code -Duncork.stress.seconds=120}.
 */
@AllTier
final class AttachStressIT {
  private static final int SECONDS = Integer.getInteger("uncork.stress.seconds", 4);
  private static final int LEAST_SESSIONS = 4;

  /** Of native memory, from half-time to the end; a session that stays costs some 15 MiB. */
  private static final long MOST_GROWTH_BYTES = 24 << 20;

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void neitherCrashesNorLeaks(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process =
        jvm.start(
            List.of("-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch", "-XX:SoftRefLRUPolicyMSPerMB=0"),
            AttachLoadProgram.class);
    try {
      awaitRounds(jvm, 1);
      long begin = System.nanoTime();
      long halfBytes = 0;
      int sessions = 0;
      while (sessions < LEAST_SESSIONS || seconds(begin) < SECONDS) {
        session(jvm, process, directory.resolve("session-" + sessions), sessions % 3);
        sessions++;
        if (halfBytes == 0 && sessions >= LEAST_SESSIONS / 2 && seconds(begin) >= SECONDS / 2) {
          halfBytes = anonymousBytes(process);
        }
      }
      ChildJvm.await(
          "the agent's loaders to be collected", () -> DetachIT.instances(jdk, process) == 0);
      long endBytes = anonymousBytes(process);
      System.out.printf(
          "%s: attached and detached %d times in %d s, %d rounds; %d MiB, %d MiB%n",
          jdk, sessions, seconds(begin), rounds(jvm), halfBytes >> 20, endBytes >> 20);
      assertThat(process.isAlive()).as(Files.readString(jvm.output())).isTrue();
      assertThat(endBytes).isLessThan(halfBytes + MOST_GROWTH_BYTES);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Attaches, lets the load go on for some rounds, and detaches. */
  private static void session(ChildJvm jvm, Process process, Path place, int rounds)
      throws Exception {
    jvm.load(process, "mode=attach," + jvm.options(place));
    awaitRounds(jvm, rounds(jvm) + rounds);
    jvm.load(process, "command=stop");
    assertThat(ChildJvm.status(place)).endsWith("stopped");
    assertThat(ChildJvm.events(place, "uncork.CollectorInfo")).isNotEmpty();
    delete(place);
  }

  private static void awaitRounds(ChildJvm jvm, long rounds) throws Exception {
    ChildJvm.await(rounds + " rounds", () -> rounds(jvm) >= rounds);
  }

  private static long rounds(ChildJvm jvm) throws IOException {
    try (Stream<String> lines = Files.lines(jvm.output())) {
      return lines.filter(line -> line.startsWith("round ")).count();
    }
  }

  private static long anonymousBytes(Process process) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc", "" + process.pid(), "status"))) {
      return lines
          .filter(line -> line.startsWith("RssAnon:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElseThrow();
    }
  }

  private static long seconds(long beginNanos) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos);
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
