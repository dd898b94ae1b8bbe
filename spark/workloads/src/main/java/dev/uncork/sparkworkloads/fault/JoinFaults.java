package dev.uncork.sparkworkloads.fault;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Faults of joins. */
final class JoinFaults {
  private JoinFaults() {}

  static Object skewed(SparkSession spark, Scratch scratch, boolean fixed) {
    Dataset<Row> orders =
        spark
            .range(0, 6_000_000, 1, 8)
            .selectExpr("if(id % 10 < 9, 0L, id % 1000) customer", "id % 100000 price");
    Dataset<Row> rates =
        spark.range(0, 4_000, 1, 2).selectExpr("id % 1000 customer", "id % 7 + 1 rate");
    return orders
        .join(rates, "customer")
        .selectExpr("sum(length(sha2(cast(price * rate as string), 256)))")
        .first();
  }

  static Object cross(SparkSession spark, Scratch scratch, boolean fixed) {
    Dataset<Row> visits = spark.range(0, 60_000, 1, 8).selectExpr("id * 37 % 1000003 moment");
    Dataset<Row> clicks = spark.range(0, 60_000, 1, 8).selectExpr("id * 53 % 1000003 time");
    if (fixed) {
      Dataset<Row> inBuckets = visits.selectExpr("moment", "moment div 5 bucket");
      Dataset<Row> near =
          clicks.selectExpr("time", "explode(sequence((time - 4) div 5, (time + 4) div 5)) bucket");
      return inBuckets.join(near, "bucket").where("abs(moment - time) < 5").count();
    }
    return visits.crossJoin(clicks).where("abs(moment - time) < 5").count();
  }

  static Object broadcast(SparkSession spark, Scratch scratch, boolean fixed) {
    Dataset<Row> sales = spark.range(0, 2_000_000, 1, 8).selectExpr("id * 3 % 3000000 item", "id");
    Dataset<Row> items =
        spark
            .range(0, 3_000_000, 1, 8)
            .selectExpr("id item", "concat('item number ', id, ' of the catalogue') title");
    return sales
        .join(fixed ? items : items.hint("broadcast"), "item")
        .selectExpr("sum(length(title) + id % 7)")
        .first();
  }
}
