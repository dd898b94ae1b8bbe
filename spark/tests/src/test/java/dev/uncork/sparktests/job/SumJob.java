package dev.uncork.sparktests.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.RpcUtils;
import scala.Tuple2;

/**
 * A job with a shuffle whose result is known, and then whatever standard input says: {@code job}
 * for the same again, {@code late} for tasks that leave a thread behind, {@code deaf} for a driver
 * that no plugin can reach, {@code idle} for one that {@link BusyPlugin} leaves alone; the end of
 * the input ends it.
 */
public final class SumJob {
  /** What it prints when all is right. */
  public static final String RESULT = "RESULT 49995000 of 100 keys";

  private static final int COUNT = 10_000;
  private static final int KEYS = 100;
  private static final int PARTITIONS = 8;

  private SumJob() {}

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("sum"))) {
      sum(spark);
      if (spark.sc().uiWebUrl().isDefined()) {
        System.out.println("UI " + spark.sc().uiWebUrl().get());
      }
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("late")) {
          leaveThreads(spark);
        } else if (line.equals("deaf")) {
          stopHearingPlugins();
        } else if (line.equals("idle")) {
          BusyPlugin.end();
        } else {
          sum(spark);
        }
      }
    }
  }

  private static List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  private static void sum(JavaSparkContext spark) {
    List<Tuple2<Integer, Long>> sums =
        spark
            .parallelize(numbers(), PARTITIONS)
            .mapToPair(number -> new Tuple2<>(number % KEYS, (long) number))
            .reduceByKey(Long::sum)
            .collect();
    long sum = sums.stream().mapToLong(Tuple2::_2).sum();
    System.out.println("RESULT " + sum + " of " + sums.size() + " keys");
  }

  /** What executors' plugins say and ask gets lost from now on. */
  private static void stopHearingPlugins() {
    SparkEnv env = SparkEnv.get();
    env.rpcEnv()
        .stop(
            RpcUtils.makeDriverRef(
                "org.apache.spark.internal.plugin.PluginEndpoint", env.conf(), env.rpcEnv()));
    System.out.println("DEAF");
  }

  private static void leaveThreads(JavaSparkContext spark) {
    spark
        .parallelize(numbers(), PARTITIONS)
        .foreachPartition(
            numbers -> {
              Thread late = new Thread(SumJob::waitForEver, "late");
              late.setDaemon(true);
              late.start();
            });
    System.out.println("LATE");
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
