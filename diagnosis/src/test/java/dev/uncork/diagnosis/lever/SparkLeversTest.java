package dev.uncork.diagnosis.lever;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What recordings of executors add to the figures of a Spark application. */
class SparkLeversTest {
  private static final OptionalDouble SYNCHRONIZED = OptionalDouble.of(0.25);

  private static Optional<Lever> reserve(int jdk, long rows) {
    SparkFacts facts =
        new SparkFacts(
            Map.of("spark.master", "spark://a:7077"),
            2,
            4,
            jdk,
            true,
            false,
            new SparkFacts.Work(100, 100, 90, 1, 0, 1, rows),
            0,
            "/opt/uncork-spark.jar",
            Optional.empty());
    return new SparkLevers(facts)
        .all(SYNCHRONIZED).stream().filter(lever -> lever.name().equals("reserve")).findFirst();
  }

  @Test
  void whereTheJvmReservesAllLocksTheBusierOnesCount() {
    Lever few = reserve(17, 10).orElseThrow();
    assertThat(few.predictedGain()).isEqualTo(SYNCHRONIZED);
    assertThat(few.why()).isEqualTo(Why.Known.MUCH_IN_SYNCHRONIZED);
    Lever many = reserve(17, 10_000_000_000L).orElseThrow();
    assertThat(many.predictedGain().orElseThrow()).isGreaterThan(0.25);
    assertThat(many.why()).isEqualTo(new Why.ShuffledRows(10_000_000_000L));
  }

  @Test
  void whereUncorkDoesItIsForRowsOfShufflesOnly() {
    assertThat(reserve(25, 0)).isEmpty();
    assertThat(reserve(25, 10).orElseThrow().predictedGain().orElseThrow()).isLessThan(0.01);
  }
}
