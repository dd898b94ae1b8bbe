package dev.uncork.sparkworkloads.fault;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Faults of files. */
final class FileFaults {
  private static final int ROWS = 120_000;
  private static final int SMALL = 10_000;
  private static final int FEW = 4;
  private static final int TASKS = 8;

  private FileFaults() {}

  static void write(Scratch scratch, boolean fixed) throws IOException {
    int files = fixed ? FEW : SMALL;
    for (int file = 0; file < files; file++) {
      try (BufferedWriter out =
          Files.newBufferedWriter(scratch.folder().resolve("part-" + file + ".csv"))) {
        for (int row = 0; row < ROWS / files; row++) {
          out.write(file + "," + row + ",name " + row + "\n");
        }
      }
    }
  }

  /** Each task writes to each folder, unless rows are brought together before. */
  static Object writeSlowly(SparkSession spark, Scratch scratch, boolean fixed) {
    Dataset<Row> rows =
        spark
            .range(0, 400_000, 1, TASKS)
            .selectExpr("sha2(string(id), 256) text", "id % 40 folder");
    (fixed ? rows.repartition(TASKS, rows.col("folder")) : rows)
        .write()
        .partitionBy("folder")
        .text(SlowStore.SCHEME + "://" + scratch.folder().resolve("out"));
    return rows.selectExpr("sum(length(text))").first();
  }

  static Object read(SparkSession spark, Scratch scratch, boolean fixed) {
    return spark
        .read()
        .schema("file INT, number INT, name STRING")
        .csv(scratch.folder().toUri().toString())
        .selectExpr("sum(number + length(name))")
        .first();
  }
}
