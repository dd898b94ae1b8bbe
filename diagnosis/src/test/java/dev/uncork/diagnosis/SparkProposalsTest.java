package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.LedgerAdvice;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.ProgramCode;
import dev.uncork.diagnosis.lever.SparkFacts;
import dev.uncork.diagnosis.lever.SparkProposals;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the figures of a Spark application suggest to try. */
class SparkProposalsTest {
  private static final ProgramCode NOTHING_KNOWN =
      new ProgramCode() {
        @Override
        public boolean synchronizedMethod(Frame frame) {
          return false;
        }

        @Override
        public boolean counts(String className) {
          return false;
        }

        @Override
        public boolean canQueueBefore(String className) {
          return false;
        }
      };

  private final Map<String, String> settings =
      new TreeMap<>(Map.of("spark.master", "spark://a:7077", "spark.executor.memory", "4g"));
  private SparkFacts.Work work = new SparkFacts.Work(100, 100, 95, 1, 0, 1, 0);
  private int executors = 2;
  private int cores = 4;
  private int jdk = 17;
  private boolean sql = true;
  private boolean crossesNodes;
  private long memoryBytes;
  private Optional<String> shuffleManager = Optional.empty();
  private List<LedgerAdvice> advised = List.of();

  private List<Lever> levers() {
    SparkFacts facts =
        new SparkFacts(
            settings,
            executors,
            cores,
            jdk,
            sql,
            crossesNodes,
            work,
            memoryBytes,
            "/opt/uncork-spark.jar",
            shuffleManager);
    return SparkProposals.of(Optional.empty(), facts, advised, List.of(), NOTHING_KNOWN).levers();
  }

  private List<String> names() {
    return levers().stream().map(Lever::name).toList();
  }

  private Lever lever(String name) {
    return levers().stream().filter(lever -> lever.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void coresAndMemoryAreDividedOtherwise() {
    assertThat(lever("executors").values())
        .extracting(Change::text)
        .containsExactly(
            "8 executors with 1 core and 1024 MiB each",
            "4 executors with 2 cores and 2048 MiB each",
            "1 executor with 8 cores and 8192 MiB");
    assertThat(lever("executors").values().get(1).settings())
        .isEqualTo(
            Map.of(
                "spark.executor.cores", "2",
                "spark.cores.max", "8",
                "spark.executor.memory", "2048m"));
  }

  @Test
  void eachMasterHasItsOwnWords() {
    settings.put("spark.master", "yarn");
    assertThat(lever("executors").values().get(0).settings())
        .containsEntry("spark.executor.instances", "8");
    settings.put("spark.dynamicAllocation.enabled", "true");
    assertThat(lever("executors").values().get(0).settings())
        .containsEntry("spark.dynamicAllocation.maxExecutors", "8")
        .doesNotContainKey("spark.executor.instances");
    settings.put("spark.master", "local-cluster[2,4,4096]");
    assertThat(lever("executors").values().get(1).settings())
        .containsEntry("spark.master", "local-cluster[4,2,2048]");
    settings.put("spark.master", "local[4]");
    assertThat(lever("executors").values())
        .extracting(change -> change.settings().get("spark.master"))
        .containsExactly("local[2]", "local[8]");
  }

  @Test
  void executorsThatSparkRefusesAreNotTried() {
    settings.put("spark.executor.memory", "1g");
    assertThat(lever("executors").values())
        .extracting(change -> change.settings().get("spark.executor.memory"))
        .containsExactly("512m", "2048m");
    executors = 1;
    cores = 1;
    assertThat(names()).doesNotContain("executors");
  }

  @Test
  void memoryAndCollectorAreTriedWhereCollectingCosts() {
    assertThat(names()).doesNotContain("heap", "collector");
    work = new SparkFacts.Work(100, 100, 60, 30, 0, 1, 0);
    assertThat(names()).contains("collector").doesNotContain("heap"); // nobody knows the memory
    memoryBytes = 64L << 30;
    assertThat(lever("heap").values().get(0).settings())
        .isEqualTo(Map.of("spark.executor.memory", "8192m"));
    assertThat(lever("heap").predictedGain().orElseThrow()).isBetween(0.1, 0.3);
    memoryBytes = 16L << 30;
    assertThat(names()).doesNotContain("heap");
  }

  @Test
  void locksAreReservedWhereRowsAreShuffled() {
    assertThat(names()).doesNotContain("reserve");
    work = new SparkFacts.Work(100, 100, 90, 1, 0, 1, 100_000_000);
    Change change = lever("reserve").values().get(0);
    assertThat(change.text()).isEqualTo("spark.uncork.locks=reserve");
    assertThat(change.settings())
        .containsEntry("spark.plugins", "dev.uncork.spark.UncorkPlugin")
        .containsEntry("spark.jars", "/opt/uncork-spark.jar");
    assertThat(lever("reserve").predictedGain().orElseThrow()).isBetween(0.02, 0.3);
    sql = false; // pairs of RDDs go through other streams
    assertThat(names()).doesNotContain("reserve");
  }

  @Test
  void nodesAndShuffleAreTriedWhereTheyAreThere() {
    work = new SparkFacts.Work(100, 100, 50, 1, 20, 20, 0);
    assertThat(names()).doesNotContain("numa", "shuffle");
    crossesNodes = true;
    shuffleManager = Optional.of("dev.acme.Manager");
    assertThat(names()).doesNotContain("shuffle"); // waiting alone doesn't speak for it
    advised =
        List.of(
            new LedgerAdvice("fetch-wait", Map.of("spark.shuffle.manager", "advised"), 20, 100));
    assertThat(lever("numa").values().get(0).settings()).containsEntry("spark.uncork.numa", "auto");
    assertThat(lever("shuffle").values().get(0).settings())
        .isEqualTo(
            Map.of(
                "spark.shuffle.manager",
                "dev.acme.Manager",
                "spark.jars",
                "/opt/uncork-spark.jar"));
    settings.put("spark.shuffle.manager", "dev.acme.Manager");
    assertThat(names()).doesNotContain("shuffle");
    settings.remove("spark.shuffle.manager");
    settings.put("spark.shuffle.service.enabled", "true");
    assertThat(names()).doesNotContain("shuffle");
  }
}
