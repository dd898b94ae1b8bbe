package dev.uncork.benchmarks.curve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs each program once under {@code uncork run}, which measures its curve meanwhile, and once
 * with every number of threads by itself, in each round: {@code ./bench curve}.
 */
@Command
public final class CurveBenchmark implements Callable<Integer> {
  @Mixin private final ProgramRuns runs = new ProgramRuns();

  @Option(names = "--only", paramLabel = "PROGRAM", description = "Only this one.")
  private String only = "";

  @Option(names = "--seconds", paramLabel = "N", description = "How long a program runs, about.")
  private int seconds = 10;

  @Option(names = "--results", paramLabel = "FILE", description = "Where the figures go.")
  private Path resultFile = Path.of("docs/results/curve.json");

  private CurveBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("curve", new CurveBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    if (cores < 2) {
      throw new Refusal("a curve needs two cores or more; here is " + cores);
    }
    ResultFile results = new ResultFile("./bench curve", System.getProperty("java.version"));
    results.remark(
        "Speed on fewer cores over that on all "
            + cores
            + ": as measured in windows of one run, against that of separate runs with so many"
            + " threads. One core with more threads than one is distorted by preempted threads.");
    for (CurveProgram program :
        CurveProgram.all(
            ProgramRuns.java(), System.getProperty("java.class.path"), runs.workloads(), seconds)) {
      if (only.isEmpty() || only.equals(program.name())) {
        measure(program, cores, results);
        results.write(resultFile, true);
      }
    }
    return 0;
  }

  private void measure(CurveProgram program, int cores, ResultFile results)
      throws IOException, InterruptedException {
    SortedMap<Integer, List<Double>> inRun = new TreeMap<>();
    SortedMap<Integer, List<Double>> apart = new TreeMap<>();
    for (int round = 0; round < runs.rounds(); round++) {
      curve(program, cores).forEach((k, speed) -> add(inRun, k, speed));
      double all = runs.rate(program, cores);
      for (int k = 1; k < cores; k *= 2) {
        add(apart, k, runs.rate(program, k) / all);
      }
    }
    for (int k : apart.keySet()) {
      List<Double> measured = inRun.getOrDefault(k, List.of());
      List<Double> truth = apart.getOrDefault(k, List.of());
      String name = program.name() + ": on " + k + " of " + cores + " cores";
      System.out.println(name + ": in the run " + measured + ", apart " + truth);
      results.add(
          name,
          "",
          measured,
          Map.of("separate runs", truth, "ratio", Pairs.ratios(measured, truth)),
          k == 1 ? "distorted where there are more threads than cores" : "");
    }
  }

  private static void add(SortedMap<Integer, List<Double>> to, int cores, double value) {
    to.computeIfAbsent(cores, k -> new ArrayList<>()).add(value);
  }

  /** The curve that one run measured: speed over that on all cores; empty where it has none. */
  private SortedMap<Integer, Double> curve(CurveProgram program, int cores)
      throws IOException, InterruptedException {
    SortedMap<Integer, Double> speeds = new TreeMap<>();
    for (JsonNode point : runs.report(program, cores).path("curve").path("points")) {
      speeds.put(point.path("cores").asInt(), point.path("speed").path("value").asDouble());
    }
    speeds.remove(cores);
    return speeds;
  }
}
