package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code uncork run} measures the demand of the hot lock, {@code uncork predict} prices it. */
class PredictTest {
  private static final String PROGRAM = "dev.uncork.systemtests.program.Priced";

  @TempDir Path scratch;
  private final Jdk jdk = Jdk.of(17);

  @Test
  void aHotLockIsMeasuredAndPriced() throws Exception {
    Uncork.Outcome run =
        Uncork.command(
                "run",
                "--out=p.jfr",
                "--progress=operations so far: ([0-9]+)",
                "--",
                jdk.java().toString(),
                "-cp",
                Uncork.programs(),
                PROGRAM,
                "4",
                "18")
            .in(scratch)
            .run();
    assertThat(run.exitCode()).describedAs(run.err()).isZero();
    // A busy machine makes the run unsteady, which is said in place of the price.
    assertThat(run.err()).containsPattern("Priced +(removing this lock: [+-]|no price: )");

    Uncork.Outcome predicted =
        Uncork.command(
                "predict", "p.jfr", "--cores", "8,64,384", "--anyway", "--json", "--svg=p.svg")
            .in(scratch)
            .with("XDG_CACHE_HOME", scratch.toString())
            .run();
    assertThat(predicted.exitCode()).describedAs(predicted.err()).isZero();
    JsonNode root = new ObjectMapper().readTree(predicted.out());
    assertThat(root.at("/handOffCalibrated").asBoolean()).isFalse();
    JsonNode lock = root.at("/locks/0");
    assertThat(lock.at("/lock").asText()).isEqualTo("java.lang.Class");
    assertThat(lock.at("/visits").asDouble()).isCloseTo(1, within(0.25));
    assertThat(lock.at("/holdSeconds").asDouble()).isGreaterThan(49e-6);
    assertThat(root.at("/curve")).hasSize(3);
    // No number of cores gets more than one section at a time through the lock.
    double many = root.at("/curve/2/throughput/value").asDouble();
    assertThat(many).isBetween(1.0, 1 / lock.at("/holdSeconds").asDouble() * 1.01);
    assertThat(root.at("/bottlenecks/2/resource").asText()).isEqualTo("lock");
    assertThat(root.at("/remedies")).isNotEmpty();
    for (JsonNode remedy : root.at("/remedies")) {
      assertThat(remedy.at("/gain/low").asDouble())
          .isLessThanOrEqualTo(remedy.at("/gain/value").asDouble());
    }
    assertThat(root.at("/journey/0/curve/2/throughput/value").asDouble()).isGreaterThan(2 * many);
    assertThat(scratch.resolve("p.svg")).content().contains("<svg");
  }
}
