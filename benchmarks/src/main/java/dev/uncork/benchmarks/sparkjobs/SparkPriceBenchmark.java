package dev.uncork.benchmarks.sparkjobs;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.shuffle.SparkJars;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.price.ExecutorsPoint;
import dev.uncork.sparkledger.price.SparkPrice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Predicts from one event log how long an application takes with other numbers of executors, and
 * runs it with them. Tasks that wait stand for those of a larger cluster. TPC-H has an executor or
 * two, each held to half a core with its compiler and garbage collector, which leaves the driver
 * one: else they would take the cores from each other. So do executors that start, which is why
 * times count from the first job on.
 */
@Command(
    footer = {
      "",
      "Event logs stay in benchmarks/target/spark-price: run the jobs in pieces (--only),",
      "then compare all of them (--reuse)."
    })
public final class SparkPriceBenchmark implements Callable<Integer> {
  private static final int ENOUGH_JOBS = 10;

  private final Path resultFile = Path.of("docs/results/spark-price.json");
  private final Path work = Path.of("benchmarks/target/spark-price").toAbsolutePath();
  private final List<Double> errors = new ArrayList<>();

  @Option(names = "--only", paramLabel = "JOB", split = ",", description = "By their names.")
  private List<String> only = List.of();

  @Option(names = "--reruns", paramLabel = "N", description = "With each number of executors.")
  private int reruns = 2;

  @Option(names = "--reuse", description = "Compare event logs that are there; run what has none.")
  private boolean reuse;

  private SparkPriceBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("spark-price", new SparkPriceBenchmark(), args);
  }

  @Override
  public Integer call() throws Exception {
    List<PricedJob> jobs = PricedJob.all();
    String names = jobs.stream().map(PricedJob::name).collect(Collectors.joining(", "));
    for (String name : only) {
      if (jobs.stream().noneMatch(job -> job.name().equals(name))) {
        throw new Refusal("--only '" + name + "' is no job; expected some of " + names);
      }
    }
    List<PricedJob> chosen =
        jobs.stream().filter(job -> only.isEmpty() || only.contains(job.name())).toList();
    SparkInstallation spark = SparkInstallation.ofBuild();
    if (chosen.stream().anyMatch(PricedJob::computes)) {
      TpchTables.make(spark);
    }
    ResultFile results = new ResultFile("./bench spark-price", System.getProperty("java.version"));
    for (PricedJob job : chosen) {
      measure(job, spark, results);
    }
    if (chosen.size() >= ENOUGH_JOBS) {
      results.add(
          "error",
          "of the measured time",
          errors,
          Map.of(),
          "of predictions for other numbers of executors, from the first job on, over "
              + chosen.size()
              + " jobs; to reach: at most 0.10");
    }
    results.write(resultFile, !only.isEmpty());
    return 0;
  }

  private void measure(PricedJob job, SparkInstallation spark, ResultFile results)
      throws IOException, InterruptedException {
    SparkDiagnosis recorded = run(job, spark, job.recorded(), 0);
    double start = startSeconds(recorded);
    double recordedSeconds = recorded.price().recorded() - start;
    for (int executors : job.others()) {
      double predicted = seconds(recorded.price(), executors) - start;
      List<Double> measured = new ArrayList<>();
      for (int i = 1; i <= reruns; i++) {
        SparkDiagnosis rerun = run(job, spark, executors, i);
        double seconds = rerun.price().recorded() - startSeconds(rerun);
        measured.add(seconds);
        errors.add(Math.abs(predicted / seconds - 1));
        System.out.printf(
            Locale.ROOT,
            "%s: %.1f s with %d executors, %.1f s predicted for %d, %.1f s measured%n",
            job.name(),
            recordedSeconds,
            job.recorded(),
            predicted,
            executors,
            seconds);
      }
      results.add(
          job.name() + "-" + executors,
          "s",
          measured,
          Map.of("predicted", List.of(predicted), "recorded", List.of(recordedSeconds)),
          String.format(
              "with %d of them, predicted from a run with %d; %s",
              executors,
              job.recorded(),
              job.computes() ? "each is held to half a core" : "its tasks sleep"));
    }
  }

  /** Before the first job: executors that start side by side take each other's cores here. */
  private static double startSeconds(SparkDiagnosis diagnosis) {
    Application application = diagnosis.application();
    long start = application.span().startMillis();
    return application.jobs().stream()
        .mapToDouble(job -> (job.span().startMillis() - start) / 1000.0)
        .min()
        .orElse(0);
  }

  /** The point of the curve that has so many executors. */
  private static double seconds(SparkPrice price, int executors) throws IOException {
    return price.curve().stream()
        .filter(point -> point.executors() == executors)
        .findFirst()
        .map(ExecutorsPoint::seconds)
        .orElseThrow(
            () -> new IOException("the curve has no point for " + executors + " executors"));
  }

  private SparkDiagnosis run(PricedJob job, SparkInstallation spark, int executors, int number)
      throws IOException, InterruptedException {
    Path folder = work.resolve(job.name() + "-" + executors + "-" + number);
    if (reuse && SparkRun.isWhole(folder)) {
      return ReportedVerdict.diagnosis(SparkRun.in(folder).eventLog());
    }
    Map<String, String> settings = SparkRun.logTo(folder);
    settings.put("spark.master", "local-cluster[" + executors + ",1,512]");
    settings.put("spark.executor.memory", "512m");
    settings.put("spark.cores.max", String.valueOf(executors));
    settings.put("spark.scheduler.minRegisteredResourcesRatio", "1.0");
    settings.put("spark.sql.shuffle.partitions", "8");
    settings.put("spark.jars", SparkJars.workloads().toString());
    Map<String, String> environment = spark.environment();
    if (job.computes()) {
      settings.put("spark.executorEnv.JAVA_HOME", HeldJava.home(work).toString());
      settings.put("spark.executor.extraJavaOptions", HeldJava.QUICK_COMPILER);
      environment.put("SPARK_WORKLOAD_JAVA_OPTS", HeldJava.QUICK_COMPILER);
    }
    SparkRun run =
        SparkRun.of(SparkInstallation.workload(job.program(), settings), environment, folder);
    return ReportedVerdict.diagnosis(run.eventLog());
  }
}
