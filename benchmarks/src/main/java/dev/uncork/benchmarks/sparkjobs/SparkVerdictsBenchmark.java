package dev.uncork.benchmarks.sparkjobs;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.shuffle.SparkJars;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares verdicts on Spark applications with the truth: with the plugin, and from the event log
 * of a run without it. The fix's gain, from a pair of runs, shows that the truth is one.
 */
@Command(
    footer = {
      "",
      "Jobs are those of spark-workload fault, some of TPC-H, and those of",
      "spark/workloads/src/main/python, which need PySpark: it is got from PyPI, or they are left"
          + " out.",
      "Event logs stay in benchmarks/target/spark-verdicts: run the jobs in pieces (--only),",
      "then judge all of them (--reuse)."
    })
public final class SparkVerdictsBenchmark implements Callable<Integer> {
  private final Path resultFile = Path.of("docs/results/spark-verdicts.json");
  private final Path work = Path.of("benchmarks/target/spark-verdicts").toAbsolutePath();
  private final JobFigures figures = new JobFigures();

  @Option(names = "--only", paramLabel = "JOB", split = ",", description = "By their names.")
  private List<String> only = List.of();

  @Option(names = "--pyspark", paramLabel = "VERSION", description = "Beside the build's Spark.")
  private String pySpark = "4.3.0";

  @Option(names = "--python-only", description = "On PySpark, run only what needs it.")
  private boolean pythonOnly;

  @Option(names = "--pairs", paramLabel = "N", description = "With and without the fix; 0: none.")
  private int pairs = 1;

  @Option(names = "--reuse", description = "Judge event logs that are there; run what has none.")
  private boolean reuse;

  private SparkVerdictsBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("spark-verdicts", new SparkVerdictsBenchmark(), args);
  }

  @Override
  public Integer call() throws Exception {
    List<KnownJob> jobs = KnownJobs.all();
    String names = jobs.stream().map(KnownJob::name).collect(Collectors.joining(", "));
    for (String name : only) {
      if (jobs.stream().noneMatch(job -> job.name().equals(name))) {
        throw new Refusal("--only '" + name + "' is no job; expected some of " + names);
      }
    }
    List<SparkInstallation> installations = new ArrayList<>(List.of(SparkInstallation.ofBuild()));
    SparkInstallation.pySpark(pySpark).ifPresent(installations::add);
    TpchTables.make(installations.get(0));
    for (KnownJob job : jobs) {
      if (only.isEmpty() || only.contains(job.name())) {
        boolean paired = job.isHealthy();
        for (SparkInstallation spark : installations) {
          boolean hasPython = spark.python().isPresent();
          if (job.isPython() ? hasPython : !(pythonOnly && hasPython)) {
            measure(job, spark, paired ? 0 : pairs);
            paired = true; // The truth doesn't change with Spark's version.
          }
        }
      }
    }
    ResultFile results =
        new ResultFile("./bench spark-verdicts", System.getProperty("java.version"));
    figures.addTo(results, only.isEmpty());
    results.write(resultFile, this::kept);
    return 0;
  }

  /** In pieces, what other pieces measured; without pairs, what the fixes gained before. */
  private boolean kept(String figure) {
    return !only.isEmpty() || pairs == 0 && JobFigures.isGain(figure);
  }

  private void measure(KnownJob job, SparkInstallation spark, int pairsOfIt) throws Exception {
    SparkRun observed = run(job, spark, "plugin", false);
    SparkRun plain = run(job, spark, "plain", false);
    figures.add(job, spark.name(), ReportedVerdict.on(observed), ReportedVerdict.on(plain));
    for (int i = 0; i < pairsOfIt; i++) {
      SparkRun faulty = i == 0 ? plain : run(job, spark, "again", false);
      figures.addGain(job, faulty.seconds(), run(job, spark, "fixed", true).seconds());
    }
  }

  private SparkRun run(KnownJob job, SparkInstallation spark, String way, boolean fixed)
      throws IOException, InterruptedException {
    Path folder = work.resolve(spark.name()).resolve(job.name() + "-" + way);
    if (reuse && SparkRun.isWhole(folder)) {
      return SparkRun.in(folder);
    }
    Map<String, String> settings = SparkRun.logTo(folder);
    Map<String, String> environment = spark.environment();
    environment.put("SPARK_WORKLOAD_JAVA_OPTS", String.join(" ", job.options()));
    if (way.equals("plugin")) {
      settings.put("spark.plugins", "dev.uncork.spark.UncorkPlugin");
      settings.put("spark.jars", SparkJars.plugin() + "," + SparkJars.workloads());
      environment.put("SPARK_WORKLOAD_JARS", SparkJars.plugin().toString());
    }
    List<String> program = new ArrayList<>(job.program());
    if (fixed) {
      program.add("--fixed");
    }
    if (!job.isPython()) {
      return SparkRun.of(SparkInstallation.workload(program, settings), environment, folder);
    }
    settings.put("spark.master", "local[2]");
    settings.put("spark.driver.memory", "2g");
    settings.put("spark.sql.adaptive.enabled", "false");
    settings.put("spark.sql.shuffle.partitions", "8");
    return SparkRun.of(spark.script(program, settings), environment, folder);
  }
}
