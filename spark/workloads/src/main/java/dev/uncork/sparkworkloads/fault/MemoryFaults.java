package dev.uncork.sparkworkloads.fault;

import java.util.List;
import java.util.Random;
import org.apache.spark.sql.SparkSession;

/** Faults of memory. */
final class MemoryFaults {
  private static final int KEPT = 1_900_000;
  private static final int ARRAY_LENGTH = 16;
  private static final int REPLACED = 3_000_000;

  private MemoryFaults() {}

  static Object sort(SparkSession spark, Scratch scratch, boolean fixed) {
    return spark
        .range(0, 2_000_000, 1, 8)
        .selectExpr(
            "id % 1000 branch",
            "reverse(cast(id * 7919 as string)) name", "sha2(string(id), 512) text")
        .selectExpr("length(text) + row_number() over (partition by branch order by name) rank")
        .selectExpr("sum(rank)")
        .first();
  }

  /** Each task keeps most of a heap of 512 MB, as a table of its own, and changes it. */
  static Object garbage(SparkSession spark, Scratch scratch, boolean fixed) {
    return TaskFaults.rows(spark, 6, 6)
        .mapPartitions(
            rows -> {
              long[][] kept = new long[KEPT][];
              Random random = new Random(1);
              long sum = 0;
              for (int i = 0; i < KEPT; i++) {
                kept[i] = new long[ARRAY_LENGTH];
              }
              for (int i = 0; i < REPLACED; i++) {
                long[] made = new long[ARRAY_LENGTH];
                made[1] = i;
                int at = random.nextInt(KEPT);
                sum += kept[at][1];
                kept[at] = made;
              }
              return List.of(sum).iterator();
            })
        .reduce(Long::sum);
  }
}
