package dev.uncork.sparkworkloads.fault;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.spark.sql.SparkSession;

/** Faults of files. */
final class FileFaults {
  private static final int ROWS = 120_000;
  private static final int SMALL = 10_000;
  private static final int FEW = 4;

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

  static Object read(SparkSession spark, Scratch scratch, boolean fixed) {
    return spark
        .read()
        .schema("file INT, number INT, name STRING")
        .csv(scratch.folder().toUri().toString())
        .selectExpr("sum(number + length(name))")
        .first();
  }
}
