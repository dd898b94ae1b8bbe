package dev.uncork.sparkworkloads;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkworkloads.run.Stopwatch;
import dev.uncork.sparkworkloads.run.WorkloadOptions;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import scala.Tuple2;

/**
 * The command {@code groupby}: all pairs of a large set are shuffled, as in Spark's GroupByTest.
 */
@Command(
    name = "groupby",
    mixinStandardHelpOptions = true,
    description = "Groups pairs with random keys: nearly all of it is shuffle.")
final class GroupByCommand implements Callable<Integer> {
  @Mixin private final WorkloadOptions options = new WorkloadOptions();
  @Mixin private final Rounds paced = new Rounds();

  @Option(names = "--mappers", defaultValue = "4", description = "Default: ${DEFAULT-VALUE}.")
  private int mappers;

  @Option(names = "--reducers", defaultValue = "4", description = "Default: ${DEFAULT-VALUE}.")
  private int reducers;

  @Option(
      names = "--pairs",
      defaultValue = "100000",
      description = "Pairs of each mapper; default: ${DEFAULT-VALUE}.")
  private int pairs;

  @Option(
      names = "--value-bytes",
      defaultValue = "1000",
      description = "Size of a value; default: ${DEFAULT-VALUE}.")
  private int valueBytes;

  @Option(
      names = "--keys",
      defaultValue = "10000",
      description = "Number of keys; default: ${DEFAULT-VALUE}.")
  private int keys;

  @Override
  public Integer call() throws IOException {
    int least = Math.min(Math.min(mappers, reducers), Math.min(pairs, keys));
    options.require(
        least >= 1 && valueBytes >= 0,
        "--mappers, --reducers, --pairs and --keys: expected at least 1 each");
    int rounds = options.rounds();
    try (SparkSession spark = options.session("groupby")) {
      JavaPairRDD<Integer, byte[]> made = data(spark).persist(StorageLevel.MEMORY_AND_DISK());
      options.progress("groupby: " + made.count() + " pairs of " + valueBytes + " bytes");
      ObjectNode result = WorkloadOptions.result("groupby", spark);
      result.put("mappers", mappers).put("reducers", reducers).put("pairs", pairs);
      result.put("valueBytes", valueBytes).put("keys", keys);
      ArrayNode runs = result.putArray("runs");
      boolean right = true;
      for (int round = 1; paced.next(round, rounds); round++) {
        ObjectNode run = runs.addObject().put("round", round);
        right &= group(made, run);
        paced.ran(run);
        options.progress(
            String.format(
                Locale.ROOT,
                "groupby: round %d, %.0f ms, %d groups",
                round,
                run.path("elapsedMillis").asDouble(),
                run.path("groups").asLong()));
      }
      result.put("right", right);
      options.write(result);
      return right ? 0 : 1;
    }
  }

  private JavaPairRDD<Integer, byte[]> data(SparkSession spark) {
    int pairsOfEach = pairs;
    int keyCount = keys;
    int bytes = valueBytes;
    return JavaSparkContext.fromSparkContext(spark.sparkContext())
        .parallelize(IntStream.range(0, mappers).boxed().toList(), mappers)
        .flatMapToPair(mapper -> pairs(mapper, pairsOfEach, keyCount, bytes));
  }

  private static Iterator<Tuple2<Integer, byte[]>> pairs(
      int mapper, int count, int keys, int bytes) {
    Random random = new Random(mapper);
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              byte[] value = new byte[bytes];
              random.nextBytes(value);
              return new Tuple2<>(random.nextInt(keys), value);
            })
        .iterator();
  }

  /** Each pair must be in one group. */
  private boolean group(JavaPairRDD<Integer, byte[]> made, ObjectNode run) {
    Stopwatch watch = new Stopwatch();
    Tuple2<Long, Long> groupsAndPairs =
        made.groupByKey(reducers)
            .map(
                group -> {
                  long size = 0;
                  for (byte[] ignored : group._2()) {
                    size++;
                  }
                  return new Tuple2<>(1L, size);
                })
            .fold(new Tuple2<>(0L, 0L), (a, b) -> new Tuple2<>(a._1() + b._1(), a._2() + b._2()));
    watch.put(run);
    run.put("groups", groupsAndPairs._1()).put("grouped", groupsAndPairs._2());
    return groupsAndPairs._2() == (long) mappers * pairs && groupsAndPairs._1() <= keys;
  }
}
