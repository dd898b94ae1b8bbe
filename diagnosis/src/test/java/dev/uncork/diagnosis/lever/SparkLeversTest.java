package dev.uncork.diagnosis.lever;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What recordings of executors add to the figures of a Spark application. */
class SparkLeversTest {
  private static final OptionalDouble SYNCHRONIZED = OptionalDouble.of(0.25);

  private static List<Lever> levers(int jdk, long rows, List<LedgerAdvice> advised) {
    SparkFacts facts =
        new SparkFacts(
            Map.of("spark.master", "spark://a:7077"),
            2,
            4,
            jdk,
            true,
            false,
            new SparkFacts.Work(100, 100, 90, 1, 50, 10, rows),
            64L << 30,
            "/opt/uncork-spark.jar",
            Optional.of("a.ShuffleManager"));
    return new SparkLevers(facts, advised).all(SYNCHRONIZED);
  }

  private static LedgerAdvice advice(String cause, double seconds, String... settings) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String setting : settings) {
      map.put(setting.split("=")[0], setting.split("=")[1]);
    }
    return new LedgerAdvice(cause, map, seconds, 100);
  }

  private static Optional<Lever> reserve(int jdk, long rows) {
    return levers(jdk, rows, List.of()).stream()
        .filter(lever -> lever.name().equals("reserve"))
        .findFirst();
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

  @Test
  void whatTheLedgerAdvisesIsALeverWithItsPricedGain() {
    List<Lever> levers =
        levers(
            25,
            0,
            List.of(
                advice("spill", 20, "spark.executor.memory=2g", "spark.sql.shuffle.partitions=800"),
                advice("skew", 50, "spark.sql.adaptive.enabled=true"),
                advice("few-partitions", 10, "spark.sql.shuffle.partitions=64")));
    assertThat(levers)
        .filteredOn(lever -> lever.kind() == RemedyKind.KNOB)
        .extracting(Lever::name, lever -> lever.predictedGain().orElseThrow())
        .containsExactly(
            tuple("spark.sql.adaptive.enabled", 1.0), tuple("spark.sql.shuffle.partitions", 0.25));
    assertThat(levers)
        .filteredOn(lever -> lever.name().equals("heap"))
        .singleElement()
        .extracting(Lever::why)
        .isEqualTo(new Why.LostTime("spill", 20, 100));
  }

  @Test
  void theShuffleManagerIsTriedWhereTheLedgerAdvisesItOnly() {
    assertThat(levers(25, 0, List.of())).noneMatch(lever -> lever.kind() == RemedyKind.SHUFFLE);
    assertThat(levers(25, 0, List.of(advice("fetch-wait", 30, "spark.shuffle.manager=x"))))
        .filteredOn(lever -> lever.kind() == RemedyKind.SHUFFLE)
        .singleElement()
        .satisfies(
            lever ->
                assertThat(lever.values().get(0).settings())
                    .containsEntry("spark.shuffle.manager", "a.ShuffleManager"));
  }
}
