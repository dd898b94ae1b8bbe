package dev.uncork.benchmarks.concurrent;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the structures of {@code dev.uncork.concurrent} and their competitors.
 *
 * <p>In every round each competitor runs once, in a JVM of its own, so that drift of the machine
 * meets all alike; ratios compare runs of the same round. Run by {@code ./bench concurrent}.
 */
@Command(
    footer = {
      "",
      "Parts not run keep their last samples; with --append so do those that run. So it can be done",
      "in pieces of at most 5 minutes: --rounds 1 --append --only PART, each part three times;",
      "fingerprint-set-ops with --threads and fingerprint-set-curve with --entries too."
    })
public final class ConcurrentBenchmark implements Callable<Integer> {
  @Option(names = "--rounds", paramLabel = "N", description = "How often each runs.")
  private int rounds = 3;

  @Option(names = "--append", description = "Keep earlier samples.")
  private boolean append;

  @Option(
      names = "--pairs",
      description = "Measure only ours and the competitor that the ratio is to.")
  private boolean pairs;

  @Option(
      names = "--only",
      paramLabel = "PART",
      description =
          "One of counter, worklist, worklist-pipe, striped-set, fingerprint-set-ops,"
              + " fingerprint-set-size, fingerprint-set-curve, fingerprint-set-huge-pages.")
  private String only = "";

  @Option(names = "--threads", paramLabel = "N", description = "Only with so many; 0: with each.")
  private int onlyThreads;

  @Option(names = "--entries", paramLabel = "N", description = "Of the curve; 0: each.")
  private long onlyEntries;

  @Option(names = "--samples", paramLabel = "DIR", description = "Where samples are kept.")
  private Path sampleFiles = Path.of("benchmarks/target/concurrent");

  @Option(names = "--out", paramLabel = "FILE", description = "For the figures.")
  private Path out = Path.of("docs/results/concurrent.json");

  private ConcurrentBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("concurrent", new ConcurrentBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, RunnerException, InterruptedException {
    for (Competitors part : Competitors.all()) {
      if (only.isEmpty() || only.equals(part.name())) {
        measure(part);
      }
    }
    for (String sizes : SizeCurve.PARTS) {
      if (only.isEmpty() || only.equals(sizes)) {
        SizeCurve.measure(sizes, before(sizes), rounds, pairs, onlyEntries);
      }
    }
    ResultFile result =
        new ResultFile("./bench concurrent", "OpenJDK " + Runtime.version().toString());
    for (Competitors part : Competitors.all()) {
      if (Files.exists(samplesOf(part.name()))) {
        report(part, SampleFile.read(samplesOf(part.name())), result);
      }
    }
    for (String sizes : SizeCurve.PARTS) {
      if (Files.exists(samplesOf(sizes))) {
        SizeCurve.report(sizes, SampleFile.read(samplesOf(sizes)), result);
      }
    }
    result.remark(remark());
    result.write(out);
    System.out.println("wrote " + out);
    return 0;
  }

  private static String remark() {
    int processors = Runtime.getRuntime().availableProcessors();
    return processors >= 16
        ? SizeCurve.REMARK
        : "More threads than %d share %d processors; no machine with 16 was at hand. %s"
            .formatted(processors, processors, SizeCurve.REMARK);
  }

  private SampleFile before(String part) throws IOException {
    Path file = samplesOf(part);
    return append && Files.exists(file) ? SampleFile.read(file) : SampleFile.empty(file);
  }

  private Path samplesOf(String part) {
    return sampleFiles.resolve(part + ".tsv");
  }

  private void measure(Competitors part) throws IOException, RunnerException {
    SampleFile samples = before(part.name());
    List<String> all = part.subjects();
    List<String> subjects = pairs ? all.subList(0, 2) : all;
    for (int threads : part.threads()) {
      if (onlyThreads != 0 && onlyThreads != threads) {
        continue;
      }
      for (int round = 0; round < rounds; round++) {
        for (String subject : subjects) {
          double value = once(part, subject, threads);
          samples.add(subject + "-" + threads + "t", value);
          samples.write(); // so that a run that is broken off keeps what it has
          System.out.printf("%s %s %d threads: %.4g%n", part.name(), subject, threads, value);
        }
      }
    }
  }

  /** Operations per microsecond of one subject in one fresh JVM. */
  private static double once(Competitors part, String subject, int threads) throws RunnerException {
    boolean singleShot = !part.setParameter().isEmpty();
    String method = singleShot ? part.methods().get(0) : subject;
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + part.bench().getSimpleName() + "\\." + method + "$")
            .forks(1)
            .warmupIterations(singleShot ? 1 : 2)
            .warmupTime(TimeValue.milliseconds(500))
            .measurementIterations(singleShot ? 1 : 3)
            .measurementTime(TimeValue.milliseconds(500))
            .verbosity(VerboseMode.SILENT)
            .jvmArgs("-Xms5g", "-Xmx5g")
            .shouldFailOnError(true);
    if (part.threadsParameter()) {
      options.param("threads", Integer.toString(threads)).threads(1);
    } else {
      options.threads(threads);
    }
    if (singleShot) {
      options.param("set", subject);
    }
    Collection<RunResult> results = new Runner(options.build()).run();
    double score = results.iterator().next().getPrimaryResult().getScore();
    return singleShot ? 1_000 / score : score;
  }

  private static void report(Competitors part, SampleFile samples, ResultFile result) {
    String ours = part.subjects().get(0);
    String rival = part.subjects().get(1);
    for (int threads : part.threads()) {
      String suffix = "-" + threads + "t";
      List<Double> own = samples.of(ours + suffix);
      if (own.isEmpty() || samples.of(rival + suffix).isEmpty()) {
        continue; // broken off before the first round was complete
      }
      Map<String, Spread> goal = new LinkedHashMap<>();
      goal.put(name(rival), Spread.of(List.of(1.0)));
      result.add(
          part.name() + "-ratio" + suffix,
          "ratio",
          Spread.of(Pairs.ratios(own, samples.of(rival + suffix))),
          goal,
          part.ratioNote(threads, samples.commit()));
      Map<String, List<Double>> others = new LinkedHashMap<>();
      for (String other : part.subjects().subList(1, part.subjects().size())) {
        others.put(name(other), samples.of(other + suffix)); // none, where only pairs were measured
      }
      result.add(part.name() + suffix, "operations/µs", own, others, part.note());
    }
  }

  static String name(String subject) {
    return Competitors.NAMES.getOrDefault(subject, subject);
  }
}
