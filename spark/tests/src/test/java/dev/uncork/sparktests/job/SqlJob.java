package dev.uncork.sparktests.job;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.serializer.SerializationStream;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.UnsafeRowSerializer;

/**
 * A query with a shuffle whose result is known, and a look at the streams that shuffles write to in
 * an executor; then it waits for the end of standard input.
 */
public final class SqlJob {
  /** What it prints when all is right. */
  public static final String RESULT = "RESULT 1000 groups, sum 4999950000";

  private SqlJob() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    try (SparkSession spark = SparkSession.builder().appName("sql").getOrCreate()) {
      query(spark);
      for (int next = System.in.read(); next >= 0; next = System.in.read()) {
        if (next == '\n') {
          query(spark);
        }
      }
    }
  }

  private static void query(SparkSession spark) {
    Row row =
        spark
            .range(0, 100_000, 1, 4)
            .selectExpr("id % 1000 as k", "id as v")
            .repartition(3)
            .groupBy("k")
            .sum("v")
            .selectExpr("count(*)", "sum(`sum(v)`)")
            .first();
    System.out.println("RESULT " + row.getLong(0) + " groups, sum " + row.getLong(1));
    List<String> kinds =
        spark
            .range(0, 1, 1, 1)
            .mapPartitions(
                (MapPartitionsFunction<Long, String>) numbers -> List.of(stream()).iterator(),
                Encoders.STRING())
            .collectAsList();
    System.out.println("STREAM " + kinds.get(0));
  }

  /** The class of the stream that rows go to. */
  private static String stream() throws IllegalAccessException {
    OutputStream out = new ByteArrayOutputStream();
    SerializationStream rows = new UnsafeRowSerializer(1, null).newInstance().serializeStream(out);
    for (Field field : rows.getClass().getDeclaredFields()) {
      field.setAccessible(true);
      if (field.get(rows) instanceof OutputStream stream) {
        return stream.getClass().getName();
      }
    }
    return "none";
  }
}
