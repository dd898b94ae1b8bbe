package dev.uncork.sparkworkloads.fault;

import org.apache.spark.sql.SparkSession;

/** Jobs with which nothing is wrong. */
final class HealthyJobs {
  private HealthyJobs() {}

  static Object busy(SparkSession spark, Scratch scratch, boolean fixed) {
    return TaskFaults.rows(spark, 40, 40).map(row -> CpuWork.millis(400, row)).reduce(Long::sum);
  }

  static Object group(SparkSession spark, Scratch scratch, boolean fixed) {
    return spark
        .range(0, 20_000_000, 1, 32)
        .selectExpr("id * 7919 % 2000003 customer", "id % 1000 price")
        .groupBy("customer")
        .sum("price")
        .selectExpr("max(`sum(price)`)")
        .first();
  }

  static Object brief(SparkSession spark, Scratch scratch, boolean fixed) {
    return spark.range(0, 1_000_000, 1, 2).selectExpr("sum(id)").first();
  }
}
