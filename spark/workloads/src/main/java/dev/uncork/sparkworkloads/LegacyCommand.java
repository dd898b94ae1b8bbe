package dev.uncork.sparkworkloads;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkworkloads.run.LegacyRun;
import dev.uncork.sparkworkloads.run.WorkloadOptions;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code legacy}: locks that nobody waits for, in a user's own function. */
@Command(
    name = "legacy",
    mixinStandardHelpOptions = true,
    description = "A function for each row that goes through synchronized streams and collections.")
final class LegacyCommand implements Callable<Integer> {
  @Mixin private final WorkloadOptions options = new WorkloadOptions();

  @Option(names = "--rows", defaultValue = "1000000", description = "Default: ${DEFAULT-VALUE}.")
  private long rows;

  @Override
  public Integer call() throws IOException {
    options.require(rows >= 1, "--rows " + rows + ": expected at least 1");
    int rounds = options.rounds();
    try (SparkSession spark = options.session("legacy")) {
      ObjectNode result = WorkloadOptions.result("legacy", spark).put("rows", rows);
      ArrayNode runs = result.putArray("runs");
      boolean right = true;
      for (int round = 1; round <= rounds; round++) {
        ObjectNode run = LegacyRun.measure(spark, rows).put("round", round);
        runs.add(run);
        right &= run.path("right").asBoolean();
        options.progress(
            String.format(
                Locale.ROOT,
                "legacy: round %d, %.0f ms, %.0f ms CPU",
                round,
                run.path("elapsedMillis").asDouble(),
                run.path("cpuMillis").asDouble()));
      }
      result.put("right", right);
      options.write(result);
      return right ? 0 : 1;
    }
  }
}
