package dev.uncork.sparkworkloads.fault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.sparkworkloads.run.Stopwatch;
import dev.uncork.sparkworkloads.run.WorkloadOptions;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code fault}. */
@Command(
    name = "fault",
    mixinStandardHelpOptions = true,
    description = "A job with one known fault, or a healthy one; adaptive execution is off.")
public final class FaultCommand implements Callable<Integer> {
  @Mixin private final WorkloadOptions options = new WorkloadOptions();

  @Parameters(paramLabel = "JOB", description = "One of: ${COMPLETION-CANDIDATES}.")
  private FaultJob job = FaultJob.HEALTHY_BUSY;

  @Option(names = "--fixed", description = "The same job without its fault.")
  private boolean fixed;

  @Override
  public Integer call() throws IOException {
    Stopwatch watch = new Stopwatch();
    try (Scratch scratch = new Scratch()) {
      job.prepare(scratch, fixed);
      try (SparkSession spark = options.session(job.toString(), job.settings(fixed))) {
        options.progress(job + (fixed ? ", fixed: " : ": ") + job.run(spark, scratch, fixed));
        ObjectNode result = WorkloadOptions.result(job.toString(), spark).put("fixed", fixed);
        watch.put(result);
        options.progress(
            String.format(
                Locale.ROOT, "%s: %.0f ms", job, result.path("elapsedMillis").asDouble()));
        options.write(result);
      }
    }
    return 0;
  }
}
