package dev.uncork.benchmarks.verdicts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.workloads.waits.Pattern;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares verdicts on the patterns of {@link Pattern} with the truth, and the gain that right ones
 * promise at most with that of the program without its fault: {@code ./bench verdicts}.
 */
@Command
public final class VerdictsBenchmark implements Callable<Integer> {
  private final Path resultFile = Path.of("docs/results/verdicts.json");
  private final Path work = Path.of("benchmarks/target/verdicts");
  private final ResultFile results =
      new ResultFile("./bench verdicts", System.getProperty("java.version"));
  private final List<Double> right = new ArrayList<>();
  private final List<Double> alarms = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<Double> kept = new ArrayList<>();
  private final List<Double> errors = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();

  @Option(names = "--only", paramLabel = "PROGRAM", description = "One of the enum Pattern.")
  private String only = "";

  @Option(names = "--seconds", paramLabel = "N", description = "How long each program runs.")
  private int seconds = 5;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "Runs with and without the fault of each program that can do so; 0: none.")
  private int pairs = 2;

  private VerdictsBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("verdicts", new VerdictsBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(work);
    for (Pattern pattern : Pattern.values()) {
      if (only.isEmpty() || only.equals(name(pattern))) {
        judge(pattern);
      }
    }
    share("right-share", "to reach: at least 0.95; wrong: " + wrong, right);
    share("false-alarms", "of the programs with which nothing is wrong", alarms);
    share(
        "bound-kept",
        "to reach: at least 0.95; of right verdicts, those whose program without the fault is at"
            + " most as fast as promised, and a tenth; broken: "
            + broken,
        kept);
    if (!errors.isEmpty()) {
      results.add("bound-error", "x", errors, Map.of(), "promised at most over measured");
      System.out.printf(Locale.ROOT, "bound-error: %.2f%n", Spread.of(errors).median());
    }
    if (only.isEmpty()) {
      results.write(resultFile, true);
    }
    return 0;
  }

  private static String name(Pattern pattern) {
    return pattern.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void share(String name, String note, List<Double> each) {
    if (!each.isEmpty()) {
      double share = each.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      System.out.printf(Locale.ROOT, "%s: %.3f of %d%n", name, share, each.size());
      results.add(name, "of programs", Spread.exactly(share, each.size()), Map.of(), note);
    }
  }

  private void judge(Pattern pattern) throws IOException, InterruptedException {
    JsonNode report = report(pattern);
    JsonNode verdict = report.path("verdict");
    String said = verdict.path("kind").asText() + ": " + verdict.path("text").asText();
    boolean isRight = isRight(pattern, verdict);
    System.out.println(name(pattern) + ": " + (isRight ? "right: " : "wrong: ") + said);
    right.add(isRight ? 1.0 : 0.0);
    if (pattern.sound()) {
      alarms.add(isRight ? 0.0 : 1.0);
    }
    if (!isRight) {
      wrong.add(name(pattern) + ": " + verdict.path("kind").asText());
    }
    if (pattern.fixable() && pairs > 0) {
      measureGain(pattern, isRight, Promise.timesAsFastAtMost(report));
    }
  }

  private void measureGain(Pattern pattern, boolean isRight, double promised)
      throws IOException, InterruptedException {
    List<Double> faulty = new ArrayList<>();
    List<Double> fixed = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      boolean faultyFirst = i % 2 == 0;
      (faultyFirst ? faulty : fixed).add(rate(pattern, !faultyFirst));
      (faultyFirst ? fixed : faulty).add(rate(pattern, faultyFirst));
    }
    Spread gain = Spread.of(Pairs.ratios(fixed, faulty));
    System.out.printf(
        Locale.ROOT, "  promised at most %.2f x, measured %.2f x%n", promised, gain.median());
    results.add(
        name(pattern) + "-gain",
        "x",
        gain,
        Map.of("promised at most", Spread.exactly(promised, 1)),
        isRight ? "" : "the verdict is wrong");
    if (isRight) {
      errors.add(promised / gain.median());
      boolean isKept = gain.median() <= promised * 1.1;
      kept.add(isKept ? 1.0 : 0.0);
      if (!isKept) {
        broken.add(name(pattern));
      }
    }
  }

  private JsonNode report(Pattern pattern) throws IOException, InterruptedException {
    Path json = work.resolve(name(pattern) + ".json");
    List<String> command = new ArrayList<>(List.of("./uncork", "run", "--json", json.toString()));
    command.addAll(List.of("--out", work.resolve(name(pattern) + ".jfr").toString(), "--"));
    command.addAll(java(pattern));
    Files.deleteIfExists(json);
    run(command, work.resolve(name(pattern) + ".out"));
    return new ObjectMapper().readTree(json.toFile());
  }

  private double rate(Pattern pattern, boolean isFixed) throws IOException, InterruptedException {
    List<String> command = java(pattern);
    if (isFixed) {
      command.add("fixed");
    }
    Path output = work.resolve(name(pattern) + (isFixed ? ".fixed" : ".faulty"));
    run(command, output);
    return RateLine.read(Files.readString(output, StandardCharsets.UTF_8), command);
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
