package dev.uncork.benchmarks.shuffle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.benchmarks.results.Machine;
import dev.uncork.benchmarks.results.Options;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * GroupBy and PageRank, as in "Improving Spark Performance with Zero-copy Buffer Management and
 * RDMA" (Li, Chen, Xu): on two clusters of several executors on this host, one with Uncork's
 * shuffle, one with another: Spark's over Netty, naive RDMA (which registers each map output and
 * each fetch; UCX over shared memory, since there is one host), or Java NIO. Executors are those of
 * a standalone cluster; Spark's shuffle reads files of executors of its host without Netty there,
 * which can be switched off. Both are warmed up, then each round runs on one and then on the other,
 * who is first taking turns.
 */
public final class ShuffleBenchmark {
  private static final String TRANSPORT = "spark.uncork.shuffle.transport=";
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
        List.of(Way.MANAGER, TRANSPORT + "naive", "spark.uncork.shuffle.ucx.tls=sm"),
        0.83,
        0.9),
    NIO("Java NIO", List.of(Way.MANAGER, TRANSPORT + "nio"), 0.6, 0.8);

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

    static Other named(String name) {
      for (Other each : values()) {
        if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
          return each;
        }
      }
      Options.refuse("--against " + name + ": expected netty, naive or nio");
      throw new IllegalStateException();
    }
  }

  private ShuffleBenchmark() {}

  public static void main(String[] args) throws IOException {
    Map<String, String> options = new HashMap<>();
    options.put("--rounds", "7");
    options.put("--executors", "2");
    options.put("--executor-megabytes", "3584");
    options.put("--cluster", "standalone");
    options.put("--megabytes", "2500");
    options.put("--vertices", "200000");
    options.put("--workloads", String.join(",", WORKLOADS));
    options.put("--against", "netty,naive");
    options.put("--spark", "");
    options.put("--out", "docs/results/shuffle.json");
    new Options().values(options).read(args, 0);
    String spark = options.get("--spark");
    Cluster cluster =
        new Cluster(
            spark.isEmpty() ? Cluster.builtHome() : Path.of(spark).toAbsolutePath(),
            Cluster.Kind.named(options.get("--cluster")),
            Integer.parseInt(options.get("--executors")),
            Integer.parseInt(options.get("--executor-megabytes")));
    int rounds = Integer.parseInt(options.get("--rounds"));
    ResultFile result =
        new ResultFile("./bench shuffle", System.getProperty("java.runtime.version"));
    List<String> workloads = List.of(options.get("--workloads").split(","));
    if (!WORKLOADS.containsAll(workloads)) {
      Options.refuse("--workloads " + workloads + ": expected some of " + WORKLOADS);
    }
    if (workloads.contains("groupby")) {
      requireMemory(cluster, Integer.parseInt(options.get("--megabytes")));
    }
    Path out = Path.of(options.get("--out"));
    for (String name : workloads) {
      if (name.equals("fetch")) {
        FetchPart.run(cluster, rounds, result);
        result.write(out, true);
        continue;
      }
      List<String> workload =
          name.startsWith("groupby")
              ? groupBy(Integer.parseInt(options.get("--megabytes")))
              : pageRank(Integer.parseInt(options.get("--vertices")));
      if (name.endsWith(BLOCKED)) {
        String of = name.substring(0, name.length() - BLOCKED.length());
        blockedTime(new BlockedTimePart(cluster, of, workload, result), rounds);
        result.write(out, true);
        continue;
      }
      for (String other : options.get("--against").split(",")) {
        compare(cluster, name, workload, Other.named(other), rounds, result);
        result.write(out, true);
      }
    }
  }

  /** Both sides' heaps, and Uncork's memory, which holds what is shuffled and some room. */
  private static void requireMemory(Cluster cluster, int megabytes) {
    long heaps =
        2L * (cluster.executors() * cluster.executorMegabytes() + ClusterSide.DRIVER_MEGABYTES);
    long needed = heaps + megabytes + megabytes / 4;
    long available = Machine.availableMegabytes();
    if (available > 0 && available < needed) {
      Options.refuse(
          "this takes about "
              + needed
              + " MB of memory, but "
              + available
              + " MB are available; take smaller --megabytes and --executor-megabytes (of at least"
              + " 1.4 times what is shuffled, divided by --executors)");
    }
  }

  private static void blockedTime(BlockedTimePart part, int rounds) throws IOException {
    part.run("uncork", List.of(Way.MANAGER), rounds);
    for (Other each : Other.values()) {
      part.run(each.name().toLowerCase(Locale.ROOT), each.settings, rounds);
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
    String otherName = other.name().toLowerCase(Locale.ROOT);
    List<Double> elapsed = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    List<Double> otherMillis = new ArrayList<>();
    try (ClusterSide against = ClusterSide.start(cluster, otherName, workload, other.settings);
        ClusterSide uncork = ClusterSide.start(cluster, "uncork", workload, List.of(Way.MANAGER))) {
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
