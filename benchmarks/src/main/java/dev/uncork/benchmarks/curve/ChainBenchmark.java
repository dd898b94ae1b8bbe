package dev.uncork.benchmarks.curve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What each lock of the model checker costs on all cores of this machine, beside what a report of
 * the naive one promises: a part of {@code ./bench many-cores}.
 */
@Command
public final class ChainBenchmark implements Callable<Integer> {
  /** How long each runs, about, so that all end in minutes. */
  private static final int SECONDS = 5;

  @Mixin private final ProgramRuns runs = new ProgramRuns();

  @Option(names = "--results", paramLabel = "FILE", description = "Where the figures go.")
  private Path resultFile = Path.of("docs/results/many-cores.json");

  private ChainBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("many-cores", new ChainBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    Map<CheckerParts, List<Double>> gains = new EnumMap<>(CheckerParts.class);
    Map<CheckerParts, List<Double>> promised = new EnumMap<>(CheckerParts.class);
    for (int round = 0; round < runs.rounds(); round++) {
      CurveProgram naive =
          CheckerParts.NAIVE.program(ProgramRuns.java(), runs.workloads(), SECONDS);
      JsonNode report = runs.report(naive, threads);
      double before = runs.rate(naive, threads);
      for (CheckerParts parts : CheckerParts.values()) {
        if (parts != CheckerParts.NAIVE) {
          double gain =
              runs.rate(parts.program(ProgramRuns.java(), runs.workloads(), SECONDS), threads)
                  / before;
          gains.computeIfAbsent(parts, p -> new ArrayList<>()).add(gain);
          promise(report, parts)
              .ifPresent(most -> promised.computeIfAbsent(parts, p -> new ArrayList<>()).add(most));
        }
      }
    }
    ResultFile results = new ResultFile("./bench many-cores", System.getProperty("java.version"));
    gains.forEach(
        (parts, gain) -> {
          String name = "chain: " + parts.name().toLowerCase(Locale.ROOT);
          List<Double> most = promised.getOrDefault(parts, List.of());
          System.out.println(name + ": " + gain + " times as fast; at most, as reported: " + most);
          results.add(name, "times as fast", gain, Map.of("at most, as reported", most), "");
        });
    results.write(resultFile, true);
    return 0;
  }

  /** How many times as fast the program could be without the lock at most, as the report says. */
  private static OptionalDouble promise(JsonNode report, CheckerParts parts) {
    for (JsonNode finding : report.path("findings")) {
      if (!parts.lock().isEmpty()
          && finding.path("kind").asText().equals("contended-lock")
          && finding.path("text").asText().startsWith(parts.lock() + ".")) {
        return OptionalDouble.of(1 / (1 - finding.path("savedShareAtMost").asDouble()));
      }
    }
    return OptionalDouble.empty();
  }
}
