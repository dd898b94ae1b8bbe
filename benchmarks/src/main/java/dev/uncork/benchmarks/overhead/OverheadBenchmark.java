package dev.uncork.benchmarks.overhead;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures what Uncork, async-profiler and JFR add to the CPU time of an operation.
 *
 * <p>In every round each observer runs the same program once, in turn, beside a run without
 * observer; the figure of a round compares runs of that round only. Run by {@code ./bench
 * overhead}.
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
        if (subject.figure().contains(only) && subject.runsOn(Integer.parseInt(jdk.getKey()))) {
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
    List<Observer> observers = new ArrayList<>(List.of(Observer.NONE));
    observers.addAll(subject.observers());
    Map<String, Map<Observer, List<Double>>> results = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Observer observer : observers) {
        List<String> command = command(observer, tools, subject, java, scratch);
        leastOf(command, subject)
            .forEach(
                (mark, figure) ->
                    results
                        .computeIfAbsent(mark, m -> new EnumMap<>(Observer.class))
                        .computeIfAbsent(observer, o -> new ArrayList<>())
                        .add(figure));
      }
      Collections.rotate(observers, 1);
    }
    results.forEach((mark, figures) -> report(subject, mark, suffix, figures, result));
  }

  /** The least that so many runs of the command printed, by mark. */
  private static Map<String, Double> leastOf(List<String> command, Subject subject)
      throws IOException, InterruptedException {
    Map<String, Double> least = new LinkedHashMap<>();
    for (int run = 0; run < subject.runs(); run++) {
      String text = ChildJvm.output(command);
      subject.marks().forEach(mark -> least.merge(mark, ChildJvm.number(text, mark), Math::min));
    }
    return least;
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
      String mark,
      String suffix,
      Map<Observer, List<Double>> results,
      ResultFile file) {
    List<Double> unobserved = results.getOrDefault(Observer.NONE, List.of());
    String name = subject.figure(mark) + "-" + suffix;
    Map<Observer, Spread> figures = new EnumMap<>(Observer.class);
    for (Observer observer : subject.observers()) {
      List<Double> observed = results.getOrDefault(observer, List.of());
      List<Double> rounds = new ArrayList<>();
      for (int i = 0; i < observed.size(); i++) {
        rounds.add(subject.figureOf(observed.get(i), unobserved.get(i)));
      }
      figures.put(observer, Spread.of(rounds));
    }
    Map<String, Spread> against = new LinkedHashMap<>();
    double exactPeer = Double.POSITIVE_INFINITY;
    for (Observer peer : List.of(Observer.ASYNC_PROFILER_ALL, Observer.JFR_ALL)) {
      if (figures.containsKey(peer)) {
        exactPeer = Math.min(exactPeer, figures.get(peer).median());
      }
    }
    figures.forEach(
        (observer, spread) -> {
          System.out.printf(
              Locale.ROOT,
              "%-24s %-24s %10.3f  (%.3f to %.3f)%s%n",
              name,
              observer.label,
              spread.median(),
              spread.min(),
              spread.max(),
              observer.countsExactly() ? "" : "  sees long waits only");
          if (observer != subject.own()) {
            against.put(observer.label, spread);
          }
        });
    file.add(
        name,
        subject.unit(),
        Objects.requireNonNull(figures.get(subject.own())),
        against,
        String.format(
            Locale.ROOT,
            "%s; unobserved: %.1f ns; %s",
            mark.equals(ChildJvm.WALL)
                ? subject.note().replace("process CPU", "time")
                : subject.note(),
            Spread.of(unobserved).median(),
            subject.goal(exactPeer)));
  }
}
