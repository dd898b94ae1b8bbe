package dev.uncork.sparktests.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/**
 * Jobs with shuffles of all kinds. Each prints {@code JOB name digest}, which does not depend on
 * the order of records; then {@code DONE}. A line on standard input runs all of them again. Bad
 * cases are run only where they are named.
 */
public final class ShuffleJob {
  /** Printed when all jobs of a round are done. */
  public static final String DONE = "DONE";

  /** What a line on standard input starts with when it names jobs. */
  public static final String JUST = "just ";

  /** Setting: the names of jobs to run, with commas between them; default: all. */
  public static final String ONLY = "spark.uncork.test.jobs";

  private static final int PARTITIONS = 6;
  private static final int RECORDS = 6_000;
  private static final int MANY = 210; // more than spark.shuffle.sort.bypassMergeThreshold
  private static final int VERY_MANY = 10_000;
  private static final int HUGE_RECORDS = 8_800;
  private static final int HUGE_RECORD_BYTES = 256 << 10; // of all together a block of 2.15 GiB

  /** Of the job {@code kept}, whose second run reads map outputs of the first. */
  private static JavaRDD<byte[]> kept;

  private ShuffleJob() {}

  /** Runs them. */
  public static void main(String[] args) throws IOException {
    try (SparkSession spark = SparkSession.builder().appName("shuffles").getOrCreate()) {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
      if (spark.sparkContext().uiWebUrl().isDefined()) {
        System.out.println("UI " + spark.sparkContext().uiWebUrl().get());
      }
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String only = context.getConf().get(ONLY, "");
      run(spark, context, only);
      System.out.println(DONE);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        run(spark, context, line.startsWith(JUST) ? line.substring(JUST.length()) : only);
        System.out.println(DONE);
      }
    }
  }

  private static void run(SparkSession spark, JavaSparkContext context, String names) {
    List<String> only = List.of(names.split(","));
    wanted(rdds(context), only).forEach((name, job) -> print(name, job.applyAsLong(context)));
    badCases()
        .forEach(
            (name, job) -> {
              if (only.contains(name)) {
                print(name, job.applyAsLong(context));
              }
            });
    wanted(queries(), only)
        .forEach((name, query) -> print(name, digest(spark.sql(query).collectAsList())));
  }

  private static <V> Map<String, V> wanted(Map<String, V> all, List<String> only) {
    if (!only.equals(List.of(""))) {
      all.keySet().retainAll(only);
    }
    return all;
  }

  private static void print(String name, long digest) {
    System.out.println("JOB " + name + " " + Long.toHexString(digest));
  }

  private static JavaPairRDD<Integer, byte[]> pairs(JavaSparkContext spark, int keys, int size) {
    return spark
        .parallelize(IntStream.range(0, PARTITIONS).boxed().toList(), PARTITIONS)
        .flatMapToPair(
            part -> {
              Random random = new Random(part);
              return IntStream.range(0, RECORDS / PARTITIONS)
                  .mapToObj(
                      i -> {
                        byte[] value = new byte[random.nextInt(size)];
                        random.nextBytes(value);
                        return new Tuple2<>(random.nextInt(keys), value);
                      })
                  .iterator();
            });
  }

  private static Map<String, ToLongFunction<JavaSparkContext>> rdds(JavaSparkContext context) {
    Map<String, ToLongFunction<JavaSparkContext>> jobs = new LinkedHashMap<>();
    jobs.put("groupByKey", spark -> groups(pairs(spark, 500, 400).groupByKey(4)));
    jobs.put("manyPartitions", spark -> groups(pairs(spark, 2_000, 100).groupByKey(MANY)));
    jobs.put("skew", spark -> groups(pairs(spark, 1, 2_000).groupByKey(5)));
    jobs.put("reduceByKey", spark -> sums(lengths(spark).reduceByKey(Integer::sum, 3)));
    jobs.put("reduceToMany", spark -> sums(lengths(spark).reduceByKey(Integer::sum, MANY)));
    jobs.put("sortByKey", spark -> inOrder(lengths(spark).sortByKey(true, 4)));
    jobs.put("repartition", spark -> values(pairs(spark, 100, 300).values().repartition(7)));
    jobs.put(
        "toEmptyPartitions",
        spark -> values(pairs(spark, 2, 100).partitionBy(new HashPartitioner(40)).values()));
    jobs.put(
        "emptyValues",
        spark -> values(pairs(spark, 50, 1).partitionBy(new HashPartitioner(4)).values()));
    jobs.put(
        "nothing",
        spark ->
            spark.<Integer>emptyRDD().mapToPair(i -> new Tuple2<>(i, i)).groupByKey(3).count());
    jobs.put(
        "join",
        spark ->
            lengths(spark)
                .reduceByKey(Integer::sum, 4)
                .join(lengths(spark), 5)
                .mapToPair(both -> new Tuple2<>(both._1(), both._2()._1() + 7 * both._2()._2()))
                .aggregate(0L, (sum, pair) -> sum + mix(pair._1(), pair._2()), Long::sum));
    jobs.put(
        "largeRecords",
        spark ->
            values(
                spark
                    .parallelize(List.of(1, 2, 3), 3)
                    .mapToPair(i -> new Tuple2<>(i, new byte[i * 2_500_000]))
                    .partitionBy(new HashPartitioner(2))
                    .values()));
    return jobs;
  }

  private static Map<String, ToLongFunction<JavaSparkContext>> badCases() {
    Map<String, ToLongFunction<JavaSparkContext>> jobs = new LinkedHashMap<>();
    jobs.put(
        "tenThousandPartitions",
        spark ->
            values(
                pairs(spark, 5_000, 50)
                    .partitionBy(new HashPartitioner(VERY_MANY))
                    .coalesce(4)
                    .values()));
    jobs.put("hugeBlock", spark -> hugeBlock(spark));
    jobs.put(
        "kept",
        spark -> {
          if (kept == null) {
            kept = pairs(spark, 500, 400).partitionBy(new HashPartitioner(PARTITIONS)).values();
          }
          return values(kept);
        });
    return jobs;
  }

  /** Read twice, so that it probably is by another executor once. */
  private static long hugeBlock(JavaSparkContext spark) {
    JavaRDD<byte[]> block =
        spark
            .parallelize(List.of(1), 1)
            .flatMapToPair(
                seed -> {
                  byte[] random = new byte[HUGE_RECORD_BYTES];
                  new Random(seed).nextBytes(random);
                  return IntStream.range(0, HUGE_RECORDS)
                      .mapToObj(
                          i -> {
                            byte[] value = random.clone();
                            value[i % HUGE_RECORD_BYTES]++;
                            return new Tuple2<>(i, value);
                          })
                      .iterator();
                })
            .partitionBy(new HashPartitioner(1))
            .values();
    return mix(values(block), values(block));
  }

  private static JavaPairRDD<Integer, Integer> lengths(JavaSparkContext spark) {
    return pairs(spark, 700, 200).mapValues(value -> value.length);
  }

  private static long groups(JavaPairRDD<Integer, Iterable<byte[]>> groups) {
    return groups.aggregate(
        0L,
        (sum, group) -> {
          long all = 0;
          for (byte[] value : group._2()) {
            all += mix(1, Arrays.hashCode(value));
          }
          return sum + mix(group._1(), all);
        },
        Long::sum);
  }

  private static long sums(JavaPairRDD<Integer, Integer> sums) {
    return sums.aggregate(0L, (sum, pair) -> sum + mix(pair._1(), pair._2()), Long::sum);
  }

  private static long values(JavaRDD<byte[]> values) {
    return values.aggregate(
        0L, (sum, value) -> sum + mix(value.length, Arrays.hashCode(value)), Long::sum);
  }

  private static long inOrder(JavaPairRDD<Integer, Integer> sorted) {
    long digest = 0;
    for (int key : sorted.keys().collect()) {
      digest = digest * 31 + key;
    }
    return digest;
  }

  private static long mix(long a, long b) {
    return (a * 0x9E3779B97F4A7C15L ^ b) * 0xC2B2AE3D27D4EB4FL;
  }

  private static Map<String, String> queries() {
    Map<String, String> queries = new LinkedHashMap<>();
    String numbers =
        "(select id, id % 97 k, cast(id * 7 % 1000 as int) v from range(0, 20000, 1, 5))";
    queries.put("sqlGroup", "select k, sum(v), count(*) from " + numbers + " group by k");
    queries.put(
        "sqlJoin",
        "select /*+ shuffle_hash(b) */ a.k, sum(a.v * b.v) from "
            + numbers
            + " a join "
            + numbers
            + " b on a.id = b.v group by a.k");
    queries.put(
        "sqlMergeJoin",
        "select /*+ merge(b) */ a.k, max(b.v) from "
            + numbers
            + " a left join "
            + numbers
            + " b on a.v = b.id group by a.k");
    queries.put("sqlDistinct", "select count(distinct v), count(distinct k) from " + numbers);
    queries.put(
        "sqlWindow",
        "select k, max(r) from (select k, row_number() over (partition by k order by v, id) r from "
            + numbers
            + ") group by k");
    queries.put("sqlOrder", "select id, v from " + numbers + " order by v desc, id limit 500");
    queries.put(
        "sqlMany",
        "select count(*), sum(v) from (select /*+ repartition("
            + MANY
            + ", id) */ * from "
            + numbers
            + ")");
    queries.put(
        "sqlStrings",
        "select substr(md5(cast(id as string)), 1, 2) h, count(*), max(md5(cast(v as string))) from "
            + numbers
            + " group by h");
    return queries;
  }

  private static long digest(List<Row> rows) {
    List<String> lines = new java.util.ArrayList<>(rows.stream().map(Row::toString).toList());
    Collections.sort(lines);
    return mix(lines.size(), lines.hashCode());
  }
}
