package dev.uncork.benchmarks.sparkjobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tables of TPC-H, made before the applications that are measured. */
final class TpchTables {
  private static final String SCALE = "0.3";
  private static final Path FOLDER = Path.of("benchmarks/target/tpch-" + SCALE).toAbsolutePath();

  private TpchTables() {}

  /** What tells {@code spark-workload tpch} of them. */
  static List<String> arguments() {
    return List.of("--scale=" + SCALE, "--data=" + FOLDER);
  }

  /** Makes them where they are not there. */
  static void make(SparkInstallation spark) throws IOException, InterruptedException {
    if (Files.exists(FOLDER.resolve("scale"))) { // It is written last.
      return;
    }
    List<String> arguments = new ArrayList<>(List.of("tpch", "--queries=6", "--master=local[2]"));
    arguments.addAll(arguments());
    Path logs = FOLDER.resolveSibling("tpch-" + SCALE + "-log");
    SparkRun.of(
        SparkInstallation.workload(arguments, SparkRun.logTo(logs)), spark.environment(), logs);
  }
}
