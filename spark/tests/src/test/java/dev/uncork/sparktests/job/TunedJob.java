package dev.uncork.sparktests.job;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * A job to be tuned. Its result and the rate that it tells follow from its settings alone, plus a
 * little noise, so that what is found doesn't depend on how busy the machine is.
 *
 * <p>{@code spark.tuned.mode} is {@code slow}, {@code fast}, or {@code wrong}, which is faster yet
 * and has another result.
 */
public final class TunedJob {
  /** What a right run prints. */
  public static final String RESULT = "SUM 499500";

  private static final int COUNT = 1000;
  private static final int KEYS = 10;
  private static final int PARTITIONS = 4;

  private TunedJob() {}

  /** Runs it. */
  public static void main(String[] args) {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("tuned"))) {
      String mode = spark.getConf().get("spark.tuned.mode", "slow");
      List<Integer> numbers = IntStream.range(0, COUNT).boxed().toList();
      int sum =
          spark
              .parallelize(numbers, PARTITIONS)
              .mapToPair(number -> new Tuple2<>(number % KEYS, number))
              .reduceByKey(Integer::sum)
              .map(Tuple2::_2)
              .reduce(Integer::sum);
      System.out.println("SUM " + (mode.equals("wrong") ? sum + 1 : sum));
      double rate = mode.equals("fast") ? 3000 : mode.equals("wrong") ? 9000 : 1000;
      rate *= 1 + (ProcessHandle.current().pid() * 31 % 17 - 8) / 1000.0;
      System.out.println("mode " + mode + ", master " + spark.master());
      System.out.println("done " + rate + " ops/s");
    }
  }
}
