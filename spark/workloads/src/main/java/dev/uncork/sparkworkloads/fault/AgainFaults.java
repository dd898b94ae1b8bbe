package dev.uncork.sparkworkloads.fault;

import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** What is computed more than once. */
final class AgainFaults {
  private static final int ROUNDS = 4;

  private AgainFaults() {}

  static Object rdd(SparkSession spark, Scratch scratch, boolean fixed) {
    JavaRDD<Long> scores =
        TaskFaults.rows(spark, 640, 16).map(row -> CpuWork.millis(8, row) % 1000);
    if (fixed) {
      scores.cache();
    }
    long sum = scores.count();
    for (int round = 1; round < ROUNDS; round++) {
      long least = round * 100L;
      sum += scores.filter(score -> score > least).count();
    }
    return sum;
  }

  static Object cached(SparkSession spark, Scratch scratch, boolean fixed) {
    JavaRDD<byte[]> pictures =
        TaskFaults.rows(spark, 640, 32)
            .map(row -> new byte[500_000 + (int) (CpuWork.millis(10, row) & 1)])
            .cache();
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long least = 500_000 + round % 2;
      sum += pictures.filter(picture -> picture.length > least).count();
    }
    return sum;
  }

  static Object dataFrame(SparkSession spark, Scratch scratch, boolean fixed) {
    Dataset<Row> customers =
        spark
            .range(0, 4_000_000, 1, 8)
            .selectExpr("id % 2003 customer", "length(sha2(string(id), 512)) % 7 + id % 97 price")
            .groupBy("customer")
            .sum("price")
            .toDF("customer", "total");
    if (fixed) {
      customers.cache();
    }
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Row> some = customers.where("total % " + ROUNDS + " = " + round).collectAsList();
      sum += some.stream().mapToLong(row -> row.getLong(1)).sum();
    }
    return sum;
  }
}
