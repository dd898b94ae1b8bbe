package dev.uncork.sparkworkloads.waiting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkworkloads.run.CodeJar;
import dev.uncork.sparkworkloads.run.Stopwatch;
import dev.uncork.sparkworkloads.run.WorkloadOptions;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code waiting}. */
@Command(
    name = "waiting",
    mixinStandardHelpOptions = true,
    description = "A job whose tasks wait, so that slots may be more than cores.")
public final class WaitingCommand implements Callable<Integer> {
  @Mixin private final WorkloadOptions options = new WorkloadOptions();

  @Parameters(paramLabel = "JOB", description = "One of: ${COMPLETION-CANDIDATES}.")
  private WaitingJob job = WaitingJob.EVEN;

  @Override
  public Integer call() throws IOException {
    Map<String, String> defaults = Map.of("spark.jars", CodeJar.path());
    try (SparkSession spark = options.session("waiting-" + job, defaults)) {
      Stopwatch watch = new Stopwatch();
      job.run(JavaSparkContext.fromSparkContext(spark.sparkContext()));
      ObjectNode result = WorkloadOptions.result("waiting-" + job, spark);
      watch.put(result);
      options.write(result);
    }
    return 0;
  }
}
