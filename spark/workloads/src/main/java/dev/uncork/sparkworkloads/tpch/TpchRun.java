package dev.uncork.sparkworkloads.tpch;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkworkloads.run.Stopwatch;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Runs queries and measures them. */
final class TpchRun {
  private final SparkSession spark;
  private final double scale;

  TpchRun(SparkSession spark, double scale) {
    this.spark = spark;
    this.scale = scale;
  }

  /** Answers a query. */
  Answer answer(int query) {
    return Answer.ofSpark(spark.sql(TpchQueries.text(query, scale)).collectAsList());
  }

  /** Answers a query and says what that took, and a digest of the answer. */
  ObjectNode measure(int query) {
    ObjectNode run = new ObjectMapper().createObjectNode();
    run.put("query", query);
    Stopwatch watch = new Stopwatch();
    List<Row> rows = spark.sql(TpchQueries.text(query, scale)).collectAsList();
    watch.put(run);
    Answer answer = Answer.ofSpark(rows);
    run.put("rows", answer.rowCount());
    run.put("digest", answer.digest());
    return run;
  }
}
