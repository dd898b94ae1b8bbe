package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.AllTier;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code uncork run} measures the demand of the hot lock, {@code uncork predict} prices it. */
@DefaultTier
class PredictTest {
  private static final String PROGRAM = "dev.uncork.systemtests.program.Priced";

  private static final double MOSTLY_OURS = 0.2;

  @TempDir Path scratch;
  private final Jdk jdk = Jdk.of(17);

  @FastTier
  @Test
  void aHotLockIsMeasuredAndPriced() throws Exception {
    Uncork.Outcome run = record(List.of(), "4", "18", "steady");
    JsonNode report = new ObjectMapper().readTree(scratch.resolve("p.json").toFile());
    // On a busy machine what the program leaves to others may be the verdict, beside which there is
    // no price; or the run is unsteady, and the report gives that as the reason why there is none.
    if (run.err().contains("is the bottleneck")
        || report.at("/verdict/kind").asText().equals("healthy")) {
      assertThat(run.err())
          .containsPattern("Priced +removing [^:]+:\\s+([+-]|\\d|hardly)|Unpriced +\\w");
    }
    JsonNode price = report.at("/price");
    assertThat(price.at("/lock").asText()).isEqualTo("java.lang.Class");
    assertThat(price.at("/gains").size() + price.at("/warnings").size()).isPositive();

    Uncork.Outcome predicted =
        Uncork.command(
                "predict",
                "p.jfr",
                "--cores",
                "8,64,384",
                "--anyway",
                "--json",
                "--svg=p.svg",
                "--html=p.html")
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
    double demand = lock.at("/visits").asDouble() * lock.at("/holdSeconds").asDouble();
    assertThat(many).isBetween(1.0, 1 / demand * 1.01);
    assertThat(root.at("/bottlenecks/2/resource").asText()).isEqualTo("lock");
    assertThat(root.at("/remedies")).isNotEmpty();
    for (JsonNode remedy : root.at("/remedies")) {
      assertThat(remedy.at("/gain/low").asDouble())
          .isLessThanOrEqualTo(remedy.at("/gain/value").asDouble());
    }
    assertThat(root.at("/journey/0/curve/2/throughput/value").asDouble()).isGreaterThan(2 * many);
    assertThat(scratch.resolve("p.svg")).content().contains("<svg");
    assertThat(scratch.resolve("p.html")).content().contains("<svg", "What each remedy alone");
  }

  @AllTier
  @Test
  void aRunThatIsNotSteadyGetsAWarningInPlaceOfANumber() throws Exception {
    record(List.of(), "4", "20", "slowing");
    assertRefused("the run is not steady");
  }

  @AllTier
  @Test
  void severalKindsOfOperationsGetAWarningInPlaceOfANumber() throws Exception {
    record(List.of(), "4", "34", "mixed");
    assertRefused("several kinds of operations");
  }

  @AllTier
  @Test
  void holdersThatLoseTheirCoreGetAWarningInPlaceOfANumber() throws Exception {
    // On one core whoever waits for a lock waits for a holder that was interrupted.
    record(List.of("taskset", "-c", "0"), "8", "20", "steady");
    assertRefused("its owner is descheduled");
  }

  private Uncork.Outcome record(List<String> prefix, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Uncork.launcher().toString(),
            "run",
            "--demand",
            "--out=p.jfr",
            "--json=p.json",
            "--progress=operations so far: ([0-9]+)",
            "--",
            jdk.java().toString(),
            "-cp",
            Uncork.programs(),
            PROGRAM));
    command.addAll(List.of(arguments));
    Uncork.Outcome run =
        Uncork.without(command.toArray(String[]::new))
            .in(scratch)
            .with("XDG_CACHE_HOME", scratch.toString())
            .run();
    assertThat(run.exitCode()).describedAs(run.err()).isZero();
    return run;
  }

  private void assertRefused(String warning) throws Exception {
    JsonNode report = new ObjectMapper().readTree(scratch.resolve("p.json").toFile());
    // Other processes would be what makes the run unsteady or interrupts a holder, or idle.
    assumeThat(report.at("/cores/othersShare").asDouble()).isLessThan(MOSTLY_OURS);
    Uncork.Outcome predicted =
        Uncork.command("predict", "p.jfr", "--cores", "8,64", "--json", "--html=p.html")
            .in(scratch)
            .with("XDG_CACHE_HOME", scratch.toString())
            .run();
    JsonNode root = new ObjectMapper().readTree(predicted.out());
    assertThat(root.at("/warnings").toString()).contains(warning);
    assertThat(root.at("/curve")).isEmpty();
    assertThat(root.at("/remedies")).isEmpty();
    assertThat(predicted.exitCode()).isEqualTo(1);
    assertThat(scratch.resolve("p.html")).doesNotExist();
    assertThat(report.at("/price/gains")).isEmpty();
    assertThat(report.at("/price/warnings").toString()).contains(warning);
  }
}
