package dev.uncork.sparkworkloads.fault;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/** Faults of tasks and of what runs in them. */
final class TaskFaults {
  private static final int ROWS = 3200;
  private static final int PARTITIONS = 32;
  private static final int SLOW_PARTITION = 20;
  private static final Object LOCK = new Object();

  private TaskFaults() {}

  static JavaRDD<Integer> rows(SparkSession spark, int rows, int partitions) {
    List<Integer> all = IntStream.range(0, rows).boxed().toList();
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(all, partitions);
  }

  static Object straggler(SparkSession spark, Scratch scratch, boolean fixed) {
    int slow = ROWS / PARTITIONS * SLOW_PARTITION;
    int slowEnd = slow + ROWS / PARTITIONS;
    return rows(spark, ROWS, PARTITIONS)
        .map(row -> CpuWork.micros(!fixed && row >= slow && row < slowEnd ? 100_000 : 2_000, row))
        .reduce(Long::sum);
  }

  static Object onePartition(SparkSession spark, Scratch scratch, boolean fixed) {
    JavaRDD<Integer> rows = rows(spark, ROWS, PARTITIONS);
    return (fixed ? rows : rows.coalesce(1))
        .map(row -> CpuWork.micros(4_000, row))
        .reduce(Long::sum);
  }

  static Object tinyTasks(SparkSession spark, Scratch scratch, boolean fixed) {
    long sum = 0;
    for (int round = 0; round < 3; round++) {
      sum +=
          rows(spark, 6000, fixed ? 8 : 6000).map(row -> CpuWork.micros(50, row)).reduce(Long::sum);
    }
    return sum;
  }

  static Object failedTasks(SparkSession spark, Scratch scratch, boolean fixed) {
    return rows(spark, ROWS, PARTITIONS)
        .mapPartitions(
            rows -> {
              TaskContext task = TaskContext.get();
              long sum = CpuWork.millis(400, task.partitionId());
              if (!fixed && task.partitionId() % 3 == 0 && task.attemptNumber() < 2) {
                throw new IllegalStateException("the service gave no answer, sum " + sum);
              }
              return List.of(sum).iterator();
            })
        .reduce(Long::sum);
  }

  static Object largeClosure(SparkSession spark, Scratch scratch, boolean fixed) {
    Map<Integer, String> names = new HashMap<>();
    for (int i = 0; i < 400_000; i++) {
      names.put(i, "name " + i);
    }
    JavaRDD<Integer> rows = rows(spark, ROWS, 2 * PARTITIONS);
    if (fixed) {
      Broadcast<Map<Integer, String>> sent =
          JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(names);
      return rows.map(row -> length(row, sent.value())).reduce(Long::sum);
    }
    return rows.map(row -> length(row, names)).reduce(Long::sum);
  }

  private static long length(int row, Map<Integer, String> names) {
    return CpuWork.micros(1_000, row) + names.getOrDefault(row, "").length();
  }

  static Object lock(SparkSession spark, Scratch scratch, boolean fixed) {
    UDF1<Long, Long> function = fixed ? row -> CpuWork.micros(50, row) : TaskFaults::oneAtATime;
    spark.udf().register("price", function, DataTypes.LongType);
    return spark.range(0, 300_000, 1, 8).selectExpr("sum(price(id) % 1000)").first();
  }

  private static Long oneAtATime(Long row) {
    synchronized (LOCK) {
      return CpuWork.micros(50, row);
    }
  }
}
