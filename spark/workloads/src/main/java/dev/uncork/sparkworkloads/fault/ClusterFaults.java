package dev.uncork.sparkworkloads.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/** Faults of executors and of what is between them. */
final class ClusterFaults {
  private static final int MAPPERS = 250;
  private static final int REDUCERS = 40;
  private static final String HELD_BACK = "1";

  private ClusterFaults() {}

  /** What was shuffled once is fetched again in each round. */
  static Object shuffle(SparkSession spark, Scratch scratch, boolean fixed) {
    JavaPairRDD<Integer, Iterable<byte[]>> groups =
        TaskFaults.rows(spark, MAPPERS, MAPPERS)
            .flatMapToPair(mapper -> pairs().iterator())
            .groupByKey(REDUCERS);
    long sum = 0;
    for (int round = 0; round < 5; round++) {
      sum += groups.map(group -> (long) group._1()).reduce(Long::sum);
    }
    return sum;
  }

  /** Each mapper has some for each reducer. */
  private static Stream<Tuple2<Integer, byte[]>> pairs() {
    return IntStream.range(0, REDUCERS * 10).mapToObj(key -> new Tuple2<>(key, new byte[100]));
  }

  /** In each round the executor that reads for the first reducer dies there, once. */
  static Object lostExecutors(SparkSession spark, Scratch scratch, boolean fixed) {
    long sum = 0;
    for (int round = 0; round < 2; round++) {
      sum +=
          TaskFaults.rows(spark, 16, 16)
              .mapToPair(row -> new Tuple2<>(row, CpuWork.millis(300, row)))
              .groupByKey(8)
              .mapPartitions(
                  groups -> {
                    TaskContext task = TaskContext.get();
                    long made = CpuWork.millis(400, task.partitionId());
                    boolean first = task.stageAttemptNumber() == 0 && task.attemptNumber() == 0;
                    if (!fixed && task.partitionId() == 5 && first) {
                      Runtime.getRuntime().halt(137);
                    }
                    return List.of(made).iterator();
                  })
              .reduce(Long::sum);
    }
    return sum;
  }

  static Object slowNode(SparkSession spark, Scratch scratch, boolean fixed) {
    if (!fixed) {
      long process =
          TaskFaults.rows(spark, 8, 8)
              .mapPartitions(
                  rows -> List.of(SparkEnv.get().executorId() + " " + pidAfterAWhile()).iterator())
              .filter(line -> line.startsWith(HELD_BACK + " "))
              .map(line -> Long.parseLong(line.substring(HELD_BACK.length() + 1)))
              .first();
      holdBack(process);
    }
    return TaskFaults.rows(spark, 40, 40).map(row -> CpuWork.millis(300, row)).reduce(Long::sum);
  }

  /** So that both executors get some of these tasks. */
  private static long pidAfterAWhile() {
    CpuWork.millis(100, 1);
    return ProcessHandle.current().pid();
  }

  /** As a control group's CPU quota does: it stands still for three quarters of the time. */
  private static void holdBack(long process) {
    String loop =
        "while kill -STOP $0 && sleep 0.075 && kill -CONT $0; do sleep 0.025; done 2>/dev/null";
    try {
      new ProcessBuilder("sh", "-c", loop, Long.toString(process)).start();
    } catch (IOException e) {
      throw new UncheckedIOException("the executor can't be held back", e);
    }
  }

  static Object nearOneExecutor(SparkSession spark, Scratch scratch, boolean fixed) {
    return new NearOneExecutor(spark.sparkContext(), 32)
        .toJavaRDD()
        .map(row -> CpuWork.millis(350, row))
        .reduce(Long::sum);
  }
}
