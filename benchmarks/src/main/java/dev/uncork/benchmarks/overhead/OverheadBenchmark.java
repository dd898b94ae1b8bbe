package dev.uncork.benchmarks.overhead;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures what Uncork, async-profiler and JFR add to the CPU time of an operation.
 *
 * <p>In every round each observer runs the same program once, in turn, beside a run without
 * observer, or all at once in short turns; the figure of a round compares runs of that round only.
 * Run by {@code ./bench overhead}.
 */
public final class OverheadBenchmark implements Callable<Integer> {
  @Option(names = "--rounds", paramLabel = "N", description = "How often each runs.")
  private int rounds = 5;

  @Option(
      names = "--only",
      paramLabel = "FIGURE",
      description = "Only those with this in their names.")
  private String only = "";

  @Option(names = "--out", paramLabel = "FILE", description = "For the figures.")
  private Path out = Path.of("docs/results/overhead.json");

  @Parameters(
      paramLabel = "MAJOR=JAVA_HOME...",
      description = "JDKs to measure; those that ./bench finds by default.",
      hideParamSyntax = true)
  private Map<String, Path> javaHomes = new LinkedHashMap<>();

  private OverheadBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("overhead", new OverheadBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("uncork-overhead");
    Tools tools = Tools.in(Path.of(""), scratch);
    ResultFile result = new ResultFile("./bench overhead", String.join(", ", versions()));
    for (Map.Entry<String, Path> jdk : javaHomes.entrySet()) {
      for (Subject subject : Subject.all()) {
        if (subject.figure().contains(only)) {
          measure(
              tools, subject, jdk.getKey(), jdk.getValue().resolve("bin/java"), scratch, result);
          // What was measured stays, even if the rest fails.
          result.write(out, true);
        }
      }
    }
    result.write(out, !only.isEmpty());
    System.out.println("wrote " + out);
    return 0;
  }

  private List<String> versions() throws IOException, InterruptedException {
    List<String> versions = new ArrayList<>();
    for (Path home : javaHomes.values()) {
      versions.add(ChildJvm.version(home.resolve("bin/java")));
    }
    return versions;
  }

  private void measure(
      Tools tools, Subject subject, String suffix, Path java, Path scratch, ResultFile result)
      throws IOException, InterruptedException {
    Map<Observer, List<Double>> figures = new EnumMap<>(Observer.class);
    List<Double> unobserved = new ArrayList<>();
    List<List<String>> commands = new ArrayList<>();
    commands.add(command(Observer.NONE, tools, subject, java, scratch));
    for (Observer observer : subject.observers()) {
      commands.add(command(observer, tools, subject, java, scratch));
    }
    for (int round = 0; round < rounds; round++) {
      double[] results =
          subject.turns() > 0
              ? turnByTurn(commands, subject)
              : oneAfterTheOther(commands, subject.runs());
      unobserved.add(results[0]);
      for (int i = 1; i < results.length; i++) {
        figures
            .computeIfAbsent(subject.observers().get(i - 1), o -> new ArrayList<>())
            .add(subject.figureOf(results[i], results[0]));
      }
    }
    report(subject, suffix, figures, Spread.of(unobserved), result);
  }

  /** The least of so many runs of each of them. */
  private static double[] oneAfterTheOther(List<List<String>> commands, int runs)
      throws IOException, InterruptedException {
    double[] least = new double[commands.size()];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int run = 0; run < runs; run++) {
      for (int i = 0; i < least.length; i++) {
        least[i] = Math.min(least[i], ChildJvm.result(commands.get(i)));
      }
    }
    return least;
  }

  /** All of them run, and work in turns, in another order each time. */
  private static double[] turnByTurn(List<List<String>> commands, Subject subject)
      throws IOException {
    List<TurnTaker> takers = new ArrayList<>();
    try {
      for (List<String> command : commands) {
        takers.add(TurnTaker.start(command));
      }
      List<TurnTaker> order = new ArrayList<>(takers);
      for (int turn = 0; turn < subject.turns(); turn++) {
        for (TurnTaker taker : order) {
          taker.turn();
        }
        Collections.rotate(order, 1);
      }
      return takers.stream()
          .mapToDouble(taker -> taker.cpuNanos() / subject.operations())
          .toArray();
    } finally {
      for (TurnTaker taker : takers) {
        taker.close();
      }
    }
  }

  private static List<String> command(
      Observer observer, Tools tools, Subject subject, Path java, Path scratch) {
    List<String> program = new ArrayList<>(List.of("-cp", tools.classPath()));
    program.addAll(subject.program());
    List<String> command = new ArrayList<>(subject.prefix());
    command.addAll(observer.command(tools, java, program, scratch));
    return command;
  }

  private static void report(
      Subject subject,
      String suffix,
      Map<Observer, List<Double>> figures,
      Spread unobserved,
      ResultFile result) {
    Map<String, Spread> against = new LinkedHashMap<>();
    double exactPeer = Double.POSITIVE_INFINITY;
    for (Observer peer : List.of(Observer.ASYNC_PROFILER_ALL, Observer.JFR_ALL)) {
      if (figures.containsKey(peer)) {
        exactPeer = Math.min(exactPeer, Spread.of(figures.get(peer)).median());
      }
    }
    figures.forEach(
        (observer, values) -> {
          Spread spread = Spread.of(values);
          System.out.printf(
              Locale.ROOT,
              "%-24s %-24s %10.3f  (%.3f to %.3f)%s%n",
              subject.figure() + "-" + suffix,
              observer.label,
              spread.median(),
              spread.min(),
              spread.max(),
              observer.countsExactly() ? "" : "  sees long waits only");
          if (observer != subject.own()) {
            against.put(observer.label, spread);
          }
        });
    result.add(
        subject.figure() + "-" + suffix,
        subject.unit(),
        Spread.of(figures.getOrDefault(subject.own(), List.of())),
        against,
        String.format(
            Locale.ROOT,
            "%s; unobserved: %.1f ns; %s",
            subject.note(),
            unobserved.median(),
            subject.goal(exactPeer)));
  }
}
