package dev.uncork.sparkworkloads.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Faults of the driver. */
final class DriverFaults {
  private static final int ROUNDS = 5;
  private static final int COLUMNS = 200;
  private static final int UNITS = 16;
  private static final int ARRAY_LENGTH = 16;
  private static final int ARRAY_BYTES = 16 + ARRAY_LENGTH * Long.BYTES + 8;

  private DriverFaults() {}

  static Object ownCode(SparkSession spark, Scratch scratch, boolean fixed) {
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      sum +=
          TaskFaults.rows(spark, UNITS, UNITS)
              .map(unit -> CpuWork.millis(60, unit))
              .reduce(Long::sum);
      if (fixed) {
        sum += TaskFaults.rows(spark, UNITS, UNITS).map(DriverFaults::score).reduce(Long::sum);
      } else {
        sum += scoreAll();
      }
    }
    return sum;
  }

  private static long scoreAll() {
    long sum = 0;
    for (int unit = 0; unit < UNITS; unit++) {
      sum += score(unit);
    }
    return sum;
  }

  private static long score(int unit) {
    return CpuWork.millis(150, unit);
  }

  static Object columnByColumn(SparkSession spark, Scratch scratch, boolean fixed) {
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Dataset<Row> rows = spark.range(0, 1_000_000, 1, 8).toDF("id");
      List<String> columns = new ArrayList<>(List.of("*"));
      for (int i = 0; i < COLUMNS; i++) {
        String column = "id % " + (i + 2) + " c" + i;
        columns.add(column);
        if (!fixed) {
          rows = rows.selectExpr("*", column);
        }
      }
      if (fixed) {
        rows = rows.selectExpr(columns.toArray(String[]::new));
      }
      sum += rows.selectExpr("sum(c1 + c" + (COLUMNS - 1) + ")").first().getLong(0);
    }
    return sum;
  }

  static Object collect(SparkSession spark, Scratch scratch, boolean fixed) {
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Dataset<Row> rows =
          spark
              .range(0, 3_000_000, 1, 8)
              .selectExpr(
                  "id", "concat('customer ', id, ' of branch ', id % 97) name", "id % 97 n");
      if (fixed) {
        sum += rows.selectExpr("sum(n + length(name))").first().getLong(0);
      } else {
        for (Row row : rows.collectAsList()) {
          sum += row.getLong(2) + row.getString(1).length();
        }
      }
    }
    return sum;
  }

  /** Keeps most of the heap and replaces parts of it, while tasks wait for the next job. */
  static Object garbage(SparkSession spark, Scratch scratch, boolean fixed) {
    long bytes = fixed ? 0 : Runtime.getRuntime().maxMemory() / 100 * 72;
    List<long[]> kept = new ArrayList<>();
    for (long i = bytes / ARRAY_BYTES; i >= 0; i--) {
      kept.add(new long[ARRAY_LENGTH]);
    }
    Random random = new Random(1);
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      sum +=
          TaskFaults.rows(spark, UNITS, UNITS)
              .map(unit -> CpuWork.millis(60, unit))
              .reduce(Long::sum);
      for (int i = 0; i < 5_000_000; i++) {
        long[] made = new long[ARRAY_LENGTH];
        made[0] = i;
        sum += kept.set(random.nextInt(kept.size()), made)[0];
      }
    }
    return sum;
  }
}
