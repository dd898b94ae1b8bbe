package dev.uncork.benchmarks.shuffle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.Machine;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * GroupBy and PageRank, as in "Improving Spark Performance with Zero-copy Buffer Management and
 * RDMA" (Li, Chen, Xu): on two clusters of several executors on this host, one with Uncork's
 * shuffle, one with another: Spark's over Netty, naive RDMA (which registers each map output and
 * each fetch; UCX over shared memory, since there is one host), or Java NIO. Executors are those of
 * a standalone cluster; Spark's shuffle reads files of executors of its host without Netty there,
 * which can be switched off. Both are warmed up, then each round runs on one and then on the other,
 * who is first taking turns.
 */
@Command(footer = {"", "Figures of workloads that were not run are kept."})
public final class ShuffleBenchmark implements Callable<Integer> {
  private static final String MANAGERS = "spark.shuffle.manager=dev.uncork.sparkworkloads.shuffle.";
  private static final String BLOCKED = "-blocked";
  private static final int WARM_UPS = 3;
  private static final List<String> WORKLOADS =
      List.of("fetch", "groupby", "pagerank", "groupby-blocked", "pagerank-blocked");

  /**
   * What Uncork's is compared with: settings, and the share of their time that is to be reached.
   */
  private enum Other {
    NETTY("Spark's shuffle over Netty", List.of("spark.shuffle.manager=sort"), 0.6, 0.8),
    NAIVE(
        "naive RDMA (UCX over sm)",
        List.of(MANAGERS + "NaiveShuffleManager", "spark.uncork.shuffle.ucx.tls=sm"),
        0.83,
        0.9),
    NIO("Java NIO", List.of(MANAGERS + "NioShuffleManager"), 0.6, 0.8);

    private final String title;
    private final List<String> settings;
    private final double groupByGoal;
    private final double pageRankGoal;

    Other(String title, List<String> settings, double groupByGoal, double pageRankGoal) {
      this.title = title;
      this.settings = settings;
      this.groupByGoal = groupByGoal;
      this.pageRankGoal = pageRankGoal;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--workloads",
      paramLabel = "LIST",
      split = ",",
      description = "Those with -blocked tell where the time goes, by blocked-time analysis.")
  private List<String> workloads = WORKLOADS;

  @Option(
      names = "--against",
      paramLabel = "LIST",
      split = ",",
      description = "Some of ${COMPLETION-CANDIDATES}.")
  private List<Other> others = List.of(Other.NETTY, Other.NAIVE);

  @Option(names = "--rounds", paramLabel = "N", description = "How often each runs.")
  private int rounds = 7;

  @Option(
      names = "--cluster",
      paramLabel = "KIND",
      description = {
        "standalone: a master and a worker of Spark's for each side;",
        "without-host-local: the same, but executors fetch by Netty from each other what stock Spark"
            + " reads in files of the host;",
        "local-cluster: Spark's own, whose executors do so too."
      })
  private Cluster.Kind kind = Cluster.Kind.STANDALONE;

  @Option(names = "--executors", paramLabel = "N", description = "Of one core each.")
  private int executors = 2;

  @Option(names = "--executor-megabytes", paramLabel = "N", description = "Their heaps.")
  private int executorMegabytes = 3584;

  @Option(names = "--megabytes", paramLabel = "N", description = "That GroupBy shuffles.")
  private int megabytes = 2500;

  @Option(names = "--vertices", paramLabel = "N", description = "Of PageRank.")
  private int vertices = 200_000;

  @Option(names = "--spark", paramLabel = "DIR", description = "Instead of the build's Spark.")
  private @Nullable Path spark;

  @Option(names = "--out", paramLabel = "FILE", description = "For the figures.")
  private Path out = Path.of("docs/results/shuffle.json");

  private ShuffleBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("shuffle", new ShuffleBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException {
    Cluster cluster = new Cluster(Cluster.home(spark), kind, executors, executorMegabytes);
    ResultFile result =
        new ResultFile("./bench shuffle", System.getProperty("java.runtime.version"));
    if (!WORKLOADS.containsAll(workloads)) {
      throw new Refusal("--workloads " + workloads + ": expected some of " + WORKLOADS);
    }
    if (workloads.contains("groupby")) {
      requireMemory(cluster, megabytes);
    }
    for (String name : workloads) {
      if (name.equals("fetch")) {
        FetchPart.run(cluster, rounds, result);
        result.write(out, true);
        continue;
      }
      List<String> workload = name.startsWith("groupby") ? groupBy(megabytes) : pageRank(vertices);
      if (name.endsWith(BLOCKED)) {
        String of = name.substring(0, name.length() - BLOCKED.length());
        blockedTime(new BlockedTimePart(cluster, of, workload, result), rounds);
        result.write(out, true);
        continue;
      }
      for (Other other : others) {
        compare(cluster, name, workload, other, rounds, result);
        result.write(out, true);
      }
    }
    return 0;
  }

  /** Both sides' heaps, and Uncork's memory, which holds what is shuffled and some room. */
  private static void requireMemory(Cluster cluster, int megabytes) {
    long heaps =
        2L * (cluster.executors() * cluster.executorMegabytes() + ClusterSide.DRIVER_MEGABYTES);
    long needed = heaps + megabytes + megabytes / 4;
    long available = Machine.availableMegabytes();
    if (available > 0 && available < needed) {
      throw new Refusal(
          "this takes about "
              + needed
              + " MB of memory, but "
              + available
              + " MB are available; take smaller --megabytes and --executor-megabytes (of at least"
              + " 1.4 times what is shuffled, divided by --executors)");
    }
  }

  private static void blockedTime(BlockedTimePart part, int rounds) throws IOException {
    part.run("uncork", List.of(ShuffleTrial.MANAGER), rounds);
    for (Other each : Other.values()) {
      part.run(each.toString(), each.settings, rounds);
    }
  }

  private static List<String> groupBy(int megabytes) {
    int mappers = 8;
    int valueBytes = 1000;
    int pairs = (int) (megabytes * 1_000_000L / mappers / valueBytes);
    return List.of(
        "groupby",
        "--mappers=" + mappers,
        "--reducers=8",
        "--value-bytes=" + valueBytes,
        "--pairs=" + pairs);
  }

  private static List<String> pageRank(int vertices) {
    return List.of(
        "pagerank", "--vertices=" + vertices, "--degree=30", "--iterations=5", "--partitions=8");
  }

  private static void compare(
      Cluster cluster,
      String name,
      List<String> workload,
      Other other,
      int rounds,
      ResultFile result)
      throws IOException {
    String otherName = other.toString();
    List<Double> elapsed = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    List<Double> otherMillis = new ArrayList<>();
    try (ClusterSide against = ClusterSide.start(cluster, otherName, workload, other.settings);
        ClusterSide uncork =
            ClusterSide.start(cluster, "uncork", workload, List.of(ShuffleTrial.MANAGER))) {
      for (int round = 1 - WARM_UPS; round <= rounds; round++) {
        boolean uncorkFirst = Math.floorMod(round, 2) == 0;
        JsonNode first = (uncorkFirst ? uncork : against).run();
        JsonNode second = (uncorkFirst ? against : uncork).run();
        JsonNode with = uncorkFirst ? first : second;
        JsonNode without = uncorkFirst ? second : first;
        requireSame(name, with, without);
        System.out.println(
            String.format(
                Locale.ROOT,
                "%s vs %s %s: elapsed %.0f -> %.0f ms, CPU %.0f -> %.0f ms",
                name,
                otherName,
                round < 1 ? "warm-up" : "round " + round,
                without.path("elapsedMillis").asDouble(),
                with.path("elapsedMillis").asDouble(),
                without.path("cpuMillis").asDouble(),
                with.path("cpuMillis").asDouble()));
        if (round >= 1) {
          elapsed.add(ratio(with, without, "elapsedMillis"));
          cpu.add(ratio(with, without, "cpuMillis"));
          otherMillis.add(without.path("elapsedMillis").asDouble());
        }
      }
    }
    result.add(
        name + "-vs-" + otherName + cluster.kind().suffix(),
        "ratio",
        Spread.of(elapsed),
        Map.of("CPU time of all processes", Spread.of(cpu)),
        String.format(
            Locale.ROOT,
            "elapsed time in pairs, %s, %s, %s takes %.0f ms; to reach: at most %s",
            String.join(" ", workload),
            cluster.title(),
            other.title,
            Spread.of(otherMillis).median(),
            name.equals("groupby") ? other.groupByGoal : other.pageRankGoal));
  }

  private static double ratio(JsonNode with, JsonNode without, String what) {
    return with.path(what).asDouble() / without.path(what).asDouble();
  }

  private static void requireSame(String name, JsonNode with, JsonNode without) throws IOException {
    for (String field : List.of("groups", "grouped", "sumOfRanks", "rankOfFirst")) {
      double a = with.path(field).asDouble();
      double b = without.path(field).asDouble();
      if (Math.abs(a - b) > 1e-9 * Math.abs(b)) {
        throw new IOException(name + " gave other results: " + field + " " + a + ", " + b);
      }
    }
  }
}
