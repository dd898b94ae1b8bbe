package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.systemtests.program.KnownBlocking;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts equal the truth to the last one; times agree with what the program measures itself. */
@DefaultTier
class TruthTest {
  private static final int MANY_ROUNDS = 400;
  private static final int SHORT_HOLD_MICROS = 100;
  private static final int GC_EVERY = 100;
  private static final int FEW_ROUNDS = 48;
  private static final int LONG_HOLD_MICROS = 8_000;
  private static final double TIME_PERCENT = 2;
  private static final int TIME_ATTEMPTS = 6;

  @TempDir Path scratch;

  /** What the program knows about one lock. */
  private record Truth(
      String kind, String name, String instance, long blocked, long nanos, long max, long waits) {
    static Truth of(String line) {
      String[] words = line.split(" ");
      return new Truth(
          words[1],
          words[2],
          words[3],
          Long.parseLong(words[4]),
          Long.parseLong(words[5]),
          Long.parseLong(words[6]),
          Long.parseLong(words[7]));
    }
  }

  private record Run(List<Truth> truths, JsonNode report) {
    JsonNode lock(Truth truth) {
      Optional<JsonNode> found =
          StreamSupport.stream(report.path("locks").spliterator(), false)
              .filter(lock -> lock.path("instance").asText().equals(truth.instance()))
              .findFirst();
      assertThat(found).describedAs("%s in %s", truth, report.path("locks")).isPresent();
      return found.orElseThrow();
    }
  }

  static Stream<Arguments> jdksAndThreads() {
    return Stream.of(
        Arguments.of(17, "platform"), Arguments.of(25, "platform"), Arguments.of(25, "virtual"));
  }

  @ParameterizedTest(name = "JDK {0}, {1} threads")
  @MethodSource("jdksAndThreads")
  void countsEveryBlockedAcquireAndWaitOfEveryInstance(int major, String threads) throws Exception {
    Run run = observe(major, threads, MANY_ROUNDS, SHORT_HOLD_MICROS, GC_EVERY);
    assertThat(run.truths()).hasSize(8);
    for (Truth truth : run.truths()) {
      JsonNode lock = run.lock(truth);
      assertThat(lock.path("blocked").asLong())
          .describedAs("blocked acquires of %s", truth)
          .isEqualTo(truth.blocked());
      assertThat(lock.path("waits").asLong())
          .describedAs("waits of %s", truth)
          .isEqualTo(truth.waits());
      assertThat(lock.path("kind").asText()).isEqualTo(truth.kind());
    }
  }

  @ParameterizedTest(name = "JDK {0}, {1} threads")
  @MethodSource("jdksAndThreads")
  void measuresTheTimeOfBlockedAcquires(int major, String threads) throws Exception {
    AssertionError disagreement = new AssertionError("not tried");
    for (int attempt = 0; attempt < TIME_ATTEMPTS; attempt++) {
      try {
        assertTimesAgree(observe(major, threads, FEW_ROUNDS, LONG_HOLD_MICROS, 0));
        return;
      } catch (AssertionError e) {
        // The program reads its clock outside of what is measured: on a busy machine the kernel may
        // take its CPU in between. An error of the measurement itself would be there each time.
        disagreement = e;
      }
    }
    throw disagreement;
  }

  private static void assertTimesAgree(Run run) {
    for (Truth truth : run.truths()) {
      if (truth.nanos() > 0) {
        JsonNode lock = run.lock(truth);
        assertThat((double) lock.path("totalAcquireNanos").asLong())
            .describedAs("total acquire time of %s", truth)
            .isCloseTo(truth.nanos(), withinPercentage(TIME_PERCENT));
        assertThat(lock.path("maxAcquireNanos").asLong())
            .describedAs("longest acquire of %s", truth)
            .isBetween(LONG_HOLD_MICROS * 1_000L, truth.max());
      }
    }
  }

  private Run observe(int major, String threads, int rounds, int holdMicros, int gcEvery)
      throws Exception {
    Jdk jdk = Jdk.of(major);
    Assumptions.assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1, "two threads that spin need two CPUs");
    Path json = scratch.resolve("out.json");
    Uncork.Outcome outcome =
        Uncork.command(
                "run",
                "--out",
                scratch.resolve("out.jfr").toString(),
                "--json",
                json.toString(),
                "--",
                jdk.java(),
                "--add-opens",
                "java.base/java.util.concurrent.locks=ALL-UNNAMED",
                "-cp",
                Uncork.programs(),
                KnownBlocking.class.getName(),
                "" + rounds,
                "" + holdMicros,
                "" + gcEvery,
                threads)
            .run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    List<Truth> truths =
        outcome.out().lines().filter(line -> line.startsWith("truth ")).map(Truth::of).toList();
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.toString()).doesNotContain("dev.uncork.boot");
    return new Run(truths, report);
  }
}
