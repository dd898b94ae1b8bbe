package dev.uncork.sparkworkloads.waiting;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import scala.Tuple2;

/** The jobs, by what keeps them from using more executors. */
enum WaitingJob {
  /** Nothing: 64 tasks of the same length. */
  EVEN {
    @Override
    void run(JavaSparkContext spark) {
      count(tasks(spark, 64), 800);
    }
  },

  /** Hardly anything: 48 tasks of lengths from 0.2 to 3 seconds. */
  UNEVEN {
    @Override
    void run(JavaSparkContext spark) {
      tasks(spark, 48).map(task -> nap(200 + new Random(task).nextInt(2800), task)).count();
    }
  },

  /** One long task. */
  ONE_LONG {
    @Override
    void run(JavaSparkContext spark) {
      tasks(spark, 32).map(task -> nap(task == 10 ? 12_000 : 800, task)).count();
    }
  },

  /** Stages with ever fewer tasks. */
  STAGES {
    @Override
    void run(JavaSparkContext spark) {
      tasks(spark, 24)
          .mapToPair(task -> new Tuple2<>(task, nap(800, task)))
          .groupByKey(12)
          .mapToPair(group -> new Tuple2<>(group._1() % 4, nap(600, group._1())))
          .groupByKey(4)
          .map(group -> nap(2000, group._1()))
          .count();
    }
  },

  /** The driver, which waits between jobs. */
  DRIVER {
    @Override
    void run(JavaSparkContext spark) {
      for (int round = 0; round < 6; round++) {
        count(tasks(spark, 16), 400);
        nap(2000, round);
      }
    }
  },

  /** Too few tasks in each of two jobs that run at a time. */
  TWO_AT_A_TIME {
    @Override
    void run(JavaSparkContext spark) {
      CompletableFuture.allOf(
              CompletableFuture.runAsync(() -> threeJobs(spark)),
              CompletableFuture.runAsync(() -> threeJobs(spark)))
          .join();
    }
  };

  abstract void run(JavaSparkContext spark);

  private static void threeJobs(JavaSparkContext spark) {
    for (int job = 0; job < 3; job++) {
      count(tasks(spark, 6), 1400);
    }
  }

  private static JavaRDD<Integer> tasks(JavaSparkContext spark, int count) {
    List<Integer> all = IntStream.range(0, count).boxed().toList();
    return spark.parallelize(all, count);
  }

  private static void count(JavaRDD<Integer> tasks, int millis) {
    Function<Integer, Integer> function = task -> nap(millis, task);
    tasks.map(function).count();
  }

  /** Waits as for an answer, and returns its second argument. */
  private static int nap(int millis, int result) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return result;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
