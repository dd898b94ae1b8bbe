package dev.uncork.benchmarks.verdicts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.workloads.waits.Pattern;
import java.io.IOException;
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
 * Compares verdicts on the patterns of {@link Pattern} with the truth: {@code ./bench verdicts}.
 */
@Command
public final class VerdictsBenchmark implements Callable<Integer> {
  private final Path resultFile = Path.of("docs/results/verdicts.json");
  private final Path work = Path.of("benchmarks/target/verdicts");

  @Option(names = "--only", paramLabel = "PROGRAM", description = "One of the enum Pattern.")
  private String only = "";

  @Option(names = "--seconds", paramLabel = "N", description = "How long each program runs.")
  private int seconds = 5;

  private VerdictsBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("verdicts", new VerdictsBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(work);
    List<Double> right = new ArrayList<>();
    List<Double> alarms = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (Pattern pattern : Pattern.values()) {
      String name = pattern.name().toLowerCase(Locale.ROOT).replace('_', '-');
      if (!only.isEmpty() && !only.equals(name)) {
        continue;
      }
      JsonNode verdict = verdict(pattern, name);
      String said = verdict.path("kind").asText() + ": " + verdict.path("text").asText();
      boolean isRight = isRight(pattern, verdict);
      System.out.println(name + ": " + (isRight ? "right: " : "wrong: ") + said);
      right.add(isRight ? 1.0 : 0.0);
      if (pattern.sound()) {
        alarms.add(isRight ? 0.0 : 1.0);
      }
      if (!isRight) {
        wrong.add(name + ": " + verdict.path("kind").asText());
      }
    }
    ResultFile results = new ResultFile("./bench verdicts", System.getProperty("java.version"));
    add(results, "right-share", "to reach: at least 0.95; wrong: " + wrong, right);
    add(results, "false-alarms", "of the programs with which nothing is wrong", alarms);
    if (only.isEmpty()) {
      results.write(resultFile, true);
    }
    return 0;
  }

  private static void add(ResultFile results, String name, String note, List<Double> each) {
    if (!each.isEmpty()) {
      double share = each.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      System.out.printf(Locale.ROOT, "%s: %.3f of %d%n", name, share, each.size());
      results.add(name, "of programs", List.of(share), Map.of(), note);
    }
  }

  private JsonNode verdict(Pattern pattern, String name) throws IOException, InterruptedException {
    Path json = work.resolve(name + ".json");
    List<String> command = new ArrayList<>(List.of("./uncork", "run", "--json", json.toString()));
    command.addAll(List.of("--out", work.resolve(name + ".jfr").toString(), "--"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(pattern.jvmArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Pattern.class.getName(), name, Integer.toString(seconds)));
    Files.deleteIfExists(json);
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(work.resolve(name + ".out").toFile())
        .start()
        .waitFor();
    return new ObjectMapper().readTree(json.toFile()).path("verdict");
  }

  private static boolean isRight(Pattern pattern, JsonNode verdict) {
    String text = verdict.path("text").asText() + " @ " + verdict.path("location").asText();
    return pattern.kinds().contains(verdict.path("kind").asText())
        && java.util.regex.Pattern.compile(pattern.says()).matcher(text).find();
  }
}
