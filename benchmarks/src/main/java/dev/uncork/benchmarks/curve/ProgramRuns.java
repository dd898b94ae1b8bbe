package dev.uncork.benchmarks.curve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.uncork.benchmarks.command.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Runs of programs, by themselves and under {@code uncork run}, and the options for them. */
final class ProgramRuns {
  private static final int WARM_UP_LINES = 2;

  /** Where outputs and recordings go. */
  private final Path work = Path.of("benchmarks/target/curve");

  @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured.")
  private int rounds = 3;

  @Option(names = "--uncork", paramLabel = "FILE", description = "The command.")
  private Path uncork = Path.of("dist/target/uncork/bin/uncork");

  /** How often all is measured. */
  int rounds() {
    return rounds;
  }

  /** The JVM of this benchmark. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The jar of the papers' programs that comes with the command. */
  Path workloads() {
    return uncork.resolve("../../workloads/workloads.jar").normalize();
  }

  /** What {@code uncork run} says of a program, as JSON; nothing where it wrote none. */
  JsonNode report(CurveProgram program, int threads) throws IOException, InterruptedException {
    Path report = work.resolve(program.name() + ".json");
    Files.deleteIfExists(report);
    List<String> command = new ArrayList<>(List.of(uncork.toString(), "run", "--json"));
    command.addAll(List.of(report.toString(), "--out", work.resolve("curve.jfr").toString(), "--"));
    command.addAll(program.command().apply(threads));
    output(command, program.name());
    return Files.exists(report)
        ? new ObjectMapper().readTree(report.toFile())
        : MissingNode.getInstance();
  }

  /** What a program does a second with so many threads, by its own account. */
  double rate(CurveProgram program, int threads) throws IOException, InterruptedException {
    Matcher lines =
        Pattern.compile(program.rate())
            .matcher(output(program.command().apply(threads), program.name()));
    List<Double> rates = new ArrayList<>();
    while (lines.find()) {
      rates.add(Double.parseDouble(lines.group(1)));
    }
    if (rates.isEmpty()) {
      throw new Refusal(program.name() + " told no rate; its output is in " + work);
    }
    return rates.stream()
        .skip(rates.size() > 2 * WARM_UP_LINES ? WARM_UP_LINES : 0)
        .mapToDouble(Double::doubleValue)
        .average()
        .orElseThrow();
  }

  private String output(List<String> command, String name)
      throws IOException, InterruptedException {
    Files.createDirectories(work);
    Path file = work.resolve(name + ".out");
    new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(file.toFile())
        .start()
        .waitFor();
    return Files.readString(file);
  }
}
