package dev.uncork.benchmarks.verdicts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.workloads.waits.Pattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares verdicts on the patterns of {@link Pattern} with the truth, and the gain that they
 * promise at most with that of the program without its fault: {@code ./bench verdicts}.
 */
@Command(
    footer = {
      "",
      "Programs are those of the enum Pattern. Their recordings and output stay in",
      "benchmarks/target/verdicts."
    })
public final class VerdictsBenchmark implements Callable<Integer> {
  private final Path resultFile = Path.of("docs/results/verdicts.json");
  private final Path work = Path.of("benchmarks/target/verdicts");

  @Option(names = "--only", paramLabel = "PROGRAM", split = ",", description = "By their names.")
  private List<String> only = List.of();

  @Option(names = "--seconds", paramLabel = "N", description = "How long each program runs.")
  private int seconds = 5;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "Runs with and without the fault of each program that can do so; 0: none.")
  private int pairs = 2;

  @Option(names = "--reuse", description = "Judge recordings that are there; run what has none.")
  private boolean reuse;

  /**
   * Kinds of verdict that promise the end of a wait, at the CPU time per operation of now; all
   * others say that an operation needs less of it.
   */
  private static final Set<String> WAITS =
      Set.of(
          "contended-lock",
          "pool-too-small",
          "permits-exhausted",
          "slow-consumer",
          "slow-producer",
          "serial-phase",
          "straggler",
          "barrier",
          "dependent-steps",
          "too-few-threads",
          "remote-wait",
          "storage-wait",
          "timed-wait",
          "child-process");

  /**
   * A run of a program.
   *
   * @param rate operations per second
   * @param cpuSeconds CPU time for each
   */
  private record Run(double rate, double cpuSeconds) {}

  private VerdictsBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("verdicts", new VerdictsBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Set<String> names =
        Arrays.stream(Pattern.values()).map(VerdictsBenchmark::name).collect(Collectors.toSet());
    for (String name : only) {
      if (!names.contains(name)) {
        throw new Refusal("--only '" + name + "' is no program; expected one of the enum Pattern");
      }
    }
    Files.createDirectories(work);
    ResultFile results = new ResultFile("./bench verdicts", System.getProperty("java.version"));
    VerdictFigures figures = new VerdictFigures(results, resultFile);
    for (Pattern pattern : Pattern.values()) {
      if (only.isEmpty() || only.contains(name(pattern))) {
        judge(pattern, figures);
      }
    }
    figures.addShares(
        Arrays.stream(Pattern.values())
            .filter(Pattern::sound)
            .map(VerdictsBenchmark::name)
            .collect(Collectors.toSet()));
    results.write(resultFile, figures::keeps);
    return 0;
  }

  private static String name(Pattern pattern) {
    return pattern.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void judge(Pattern pattern, VerdictFigures figures)
      throws IOException, InterruptedException {
    JsonNode report = report(pattern);
    JsonNode verdict = report.path("verdict");
    String said = verdict.path("kind").asText() + ": " + verdict.path("text").asText();
    figures.judged(name(pattern), isRight(pattern, verdict), said);
    if (pattern.fixable() && pairs > 0) {
      measureGain(pattern, report, figures);
    }
  }

  private void measureGain(Pattern pattern, JsonNode report, VerdictFigures figures)
      throws IOException, InterruptedException {
    List<Run> faulty = new ArrayList<>();
    List<Run> fixed = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      boolean faultyFirst = i % 2 == 0;
      (faultyFirst ? faulty : fixed).add(run(pattern, !faultyFirst, i));
      (faultyFirst ? fixed : faulty).add(run(pattern, faultyFirst, i));
    }
    figures.measuresAgain(name(pattern));
    Spread gain = Spread.of(Pairs.ratios(rates(fixed), rates(faulty)));
    double promised = Promise.timesAsFast(report);
    if (Promise.orMore(report)) {
      figures.gainedAtLeast(name(pattern), promised, gain);
    } else {
      figures.gained(name(pattern), promised, Promise.isBound(report), gain);
    }
    List<Double> work = Pairs.ratios(cpuTimes(fixed), cpuTimes(faulty));
    if (WAITS.contains(report.path("verdict").path("kind").asText())
        && work.stream().allMatch(Double::isFinite)) {
      figures.works(name(pattern), Spread.of(work));
    }
  }

  private static List<Double> rates(List<Run> runs) {
    return runs.stream().map(Run::rate).toList();
  }

  private static List<Double> cpuTimes(List<Run> runs) {
    return runs.stream().map(Run::cpuSeconds).toList();
  }

  private JsonNode report(Pattern pattern) throws IOException, InterruptedException {
    Path json = work.resolve(name(pattern) + ".json");
    Path recording = work.resolve(name(pattern) + ".jfr");
    List<String> command = new ArrayList<>(List.of("./uncork"));
    if (reuse && Files.exists(recording)) {
      command.addAll(List.of("report", recording.toString(), "--json", json.toString()));
    } else {
      command.addAll(List.of("run", "--json", json.toString(), "--out", recording.toString()));
      command.add("--");
      command.addAll(java(pattern));
    }
    Files.deleteIfExists(json);
    run(command, work.resolve(name(pattern) + ".out"));
    return new ObjectMapper().readTree(json.toFile());
  }

  private Run run(Pattern pattern, boolean isFixed, int pair)
      throws IOException, InterruptedException {
    List<String> command = java(pattern);
    if (isFixed) {
      command.add("fixed");
    }
    Path output = work.resolve(name(pattern) + (isFixed ? ".fixed-" : ".faulty-") + pair);
    if (!(reuse && Files.exists(output))) {
      run(command, output);
    }
    String said = Files.readString(output, StandardCharsets.UTF_8);
    return new Run(RateLine.read(said, command), RateLine.cpuSeconds(said, command));
  }

  private List<String> java(Pattern pattern) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(pattern.jvmArguments());
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of(Pattern.class.getName(), name(pattern), Integer.toString(seconds)));
    return words;
  }

  private static void run(List<String> command, Path output)
      throws IOException, InterruptedException {
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start()
        .waitFor();
  }

  private static boolean isRight(Pattern pattern, JsonNode verdict) {
    String text = verdict.path("text").asText() + " @ " + verdict.path("location").asText();
    return pattern.kinds().contains(verdict.path("kind").asText())
        && java.util.regex.Pattern.compile(pattern.says()).matcher(text).find();
  }
}
