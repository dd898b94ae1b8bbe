package dev.uncork.sparkworkloads;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkworkloads.run.Stopwatch;
import dev.uncork.sparkworkloads.run.WorkloadOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.BlockManagerMaster;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.StorageLevel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import scala.Tuple2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The command {@code pagerank}: ranks on a scale-free graph.
 *
 * <p>Each vertex links to vertices drawn with a probability that falls as number^(-2/3), so the
 * number of links that arrive follows a power law with exponent 2.5, as on the web.
 */
@Command(
    name = "pagerank",
    mixinStandardHelpOptions = true,
    description = "PageRank on a scale-free graph; ranks move by a shuffle in each iteration.")
final class PageRankCommand implements Callable<Integer> {
  private static final double DAMPING = 0.85;
  private static final double TOLERANCE = 1e-6;
  private static final int SKEW = 3;
  private static final int ATTEMPTS = 10;

  @Mixin private final WorkloadOptions options = new WorkloadOptions();
  @Mixin private final Rounds paced = new Rounds();

  @Option(names = "--vertices", defaultValue = "100000", description = "Default: ${DEFAULT-VALUE}.")
  private int vertices;

  @Option(
      names = "--degree",
      defaultValue = "10",
      description = "Links that leave each; default: ${DEFAULT-VALUE}.")
  private int degree;

  @Option(names = "--iterations", defaultValue = "10", description = "Default: ${DEFAULT-VALUE}.")
  private int iterations;

  @Option(names = "--partitions", defaultValue = "4", description = "Default: ${DEFAULT-VALUE}.")
  private int partitions;

  @Override
  public Integer call() throws IOException {
    options.require(
        vertices >= 2 && degree >= 1 && iterations >= 1 && partitions >= 1,
        "--degree, --iterations and --partitions: expected at least 1 each, --vertices at least 2");
    int rounds = options.rounds();
    try (SparkSession spark = options.session("pagerank")) {
      JavaPairRDD<Integer, int[]> links = cached(spark);
      ObjectNode result = WorkloadOptions.result("pagerank", spark);
      result.put("vertices", vertices).put("degree", degree).put("iterations", iterations);
      var runs = result.putArray("runs");
      boolean right = true;
      for (int round = 1; paced.next(round, rounds); round++) {
        ObjectNode run = runs.addObject().put("round", round);
        right &= rank(links, run);
        paced.ran(run);
        options.progress(
            String.format(
                Locale.ROOT,
                "pagerank: round %d, %.0f ms, vertex 0 has rank %.1f",
                round,
                run.path("elapsedMillis").asDouble(),
                run.path("rankOfFirst").asDouble()));
      }
      result.put("right", right);
      options.write(result);
      return right ? 0 : 1;
    }
  }

  /**
   * The graph, in memory. Where its partitions are decides who computes them in each iteration, so
   * they are made again while an executor has more of them than it need have: the first tasks last
   * longer on the executor that starts later.
   */
  private JavaPairRDD<Integer, int[]> cached(SparkSession spark) {
    JavaPairRDD<Integer, int[]> links = links(spark);
    for (int attempt = 1; ; attempt++) {
      links.persist(StorageLevel.MEMORY_AND_DISK());
      long made = links.count();
      List<Integer> shares = shares(spark.sparkContext(), links.id());
      options.progress(
          String.format(
              Locale.ROOT,
              "pagerank: %d vertices with %d links each; partitions by executor: %s",
              made,
              degree,
              shares));
      if (Collections.max(shares) - Collections.min(shares) <= 1 || attempt == ATTEMPTS) {
        return links;
      }
      links.unpersist(true);
    }
  }

  /** How many partitions each executor has. */
  private List<Integer> shares(SparkContext spark, int rdd) {
    BlockManagerMaster blocks = spark.env().blockManager().master();
    Map<String, Integer> shares = new TreeMap<>();
    for (String executor : CollectionConverters.asJava(spark.getExecutorIds())) {
      shares.put(executor, 0);
    }
    for (int part = 0; part < partitions; part++) {
      for (BlockManagerId at :
          CollectionConverters.asJava(blocks.getLocations(new RDDBlockId(rdd, part)))) {
        shares.merge(at.executorId(), 1, Integer::sum);
      }
    }
    return List.copyOf(shares.values());
  }

  private JavaPairRDD<Integer, int[]> links(SparkSession spark) {
    int count = vertices;
    int each = degree;
    int parts = partitions;
    return JavaSparkContext.fromSparkContext(spark.sparkContext())
        .parallelize(IntStream.range(0, parts).boxed().toList(), parts)
        .flatMapToPair(part -> links(part, parts, count, each))
        .partitionBy(new HashPartitioner(parts));
  }

  private static Iterator<Tuple2<Integer, int[]>> links(
      int part, int parts, int vertices, int degree) {
    int first = (int) ((long) vertices * part / parts);
    int end = (int) ((long) vertices * (part + 1) / parts);
    return IntStream.range(first, end)
        .mapToObj(
            vertex -> {
              Random random = new Random(vertex);
              int[] targets = new int[degree];
              for (int i = 0; i < degree; i++) {
                targets[i] = (int) (vertices * Math.pow(random.nextDouble(), SKEW));
              }
              return new Tuple2<>(vertex, targets);
            })
        .iterator();
  }

  /** No vertex is without links, so the ranks always add up to the number of vertices. */
  private boolean rank(JavaPairRDD<Integer, int[]> links, ObjectNode run) {
    Stopwatch watch = new Stopwatch();
    JavaPairRDD<Integer, Double> ranks = links.mapValues(targets -> 1.0);
    for (int i = 0; i < iterations; i++) {
      JavaPairRDD<Integer, Double> arrived =
          links.join(ranks).values().flatMapToPair(PageRankCommand::shares);
      JavaPairRDD<Integer, Double> sums =
          arrived.reduceByKey(links.partitioner().get(), Double::sum);
      ranks =
          links
              .leftOuterJoin(sums)
              .mapValues(both -> 1 - DAMPING + DAMPING * both._2().orElse(0.0));
    }
    JavaPairRDD<Integer, Double> last = ranks.cache();
    double sum = last.values().reduce(Double::sum);
    double first = last.lookup(0).get(0);
    watch.put(run);
    last.unpersist();
    run.put("rankOfFirst", first).put("sumOfRanks", sum);
    return Math.abs(sum - vertices) <= TOLERANCE * vertices;
  }

  private static Iterator<Tuple2<Integer, Double>> shares(Tuple2<int[], Double> vertex) {
    List<Tuple2<Integer, Double>> shares = new ArrayList<>();
    for (int target : vertex._1()) {
      shares.add(new Tuple2<>(target, vertex._2() / vertex._1().length));
    }
    return shares.iterator();
  }
}
