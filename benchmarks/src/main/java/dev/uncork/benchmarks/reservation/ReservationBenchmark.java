package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.SampleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures lock reservation under the agent beside stock and biased locking, on each JDK given.
 *
 * <p>Run by {@code ./bench reservation}. In each round every way runs once, in a JVM of its own, so
 * that drift meets all alike.
 */
@Command(
    footer = {
      "",
      "Parts not run keep their last samples; with --append so do those that run. So it can be done",
      "in pieces of at most 8 minutes: --only PART, and for table and programs with --jdk too."
    })
public final class ReservationBenchmark implements Callable<Integer> {
  private static final List<Part> PARTS =
      List.of(
          new LockCostsPart(),
          new SharedRatioPart(),
          new StartPart(),
          new LockTablePart(),
          new ProgramsPart());

  @Parameters(
      paramLabel = "MAJOR=JAVA_HOME...",
      description = "JDKs to measure; those that ./bench finds by default.",
      hideParamSyntax = true)
  private TreeMap<String, Path> jdks = new TreeMap<>();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each runs; 0 only writes the file again.")
  private int rounds = 3;

  @Option(names = "--append", description = "Keep earlier samples.")
  private boolean append;

  @Option(
      names = "--only",
      paramLabel = "PART",
      description = "One of costs, ratio, starts, table, programs.")
  private String only = "";

  @Option(names = "--jdk", paramLabel = "MAJOR", description = "Only this one.")
  private String jdk = "";

  @Option(names = "--samples", paramLabel = "DIR", description = "Where samples are kept.")
  private Path sampleFiles = Path.of("benchmarks/target/reservation");

  @Option(names = "--out", paramLabel = "FILE", description = "For the figures.")
  private Path out = Path.of("docs/results/reservation.json");

  private ReservationBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("reservation", new ReservationBenchmark(), args);
  }

  private void check() {
    if (jdks.isEmpty() || !jdk.isEmpty() && !jdks.containsKey(jdk)) {
      throw new Refusal(
          "no JDK '" + jdk + "' to measure; there are " + jdks + "; expected 17=HOME 25=HOME");
    }
    List<String> names = PARTS.stream().map(Part::name).toList();
    if (!only.isEmpty() && !names.contains(only)) {
      throw new Refusal("--only " + only + ": expected one of " + names);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    for (Part part : PARTS) {
      if (only.isEmpty() || only.equals(part.name())) {
        for (int round = 1; round <= rounds; round++) {
          measure(part, round);
        }
      }
    }
    ResultFile result =
        new ResultFile("./bench reservation", "OpenJDK " + String.join(", ", jdks.keySet()));
    for (Part part : PARTS) {
      for (String major : jdks.keySet()) {
        if (Files.exists(samplesOf(part, major))) {
          part.report(major, SampleFile.read(samplesOf(part, major)), result);
        }
      }
    }
    result.write(out, figure -> !only.isEmpty() && isKnown(figure));
    System.out.println("wrote " + out);
    return 0;
  }

  /** Whether a part measures a figure; those of earlier versions are not kept. */
  private static boolean isKnown(String figure) {
    String name = figure.substring(0, Math.max(0, figure.lastIndexOf('-')));
    return PARTS.stream().anyMatch(part -> part.figures().contains(name));
  }

  private void measure(Part part, int round) throws IOException, InterruptedException {
    for (Map.Entry<String, Path> one : jdks.entrySet()) {
      if (!jdk.isEmpty() && !jdk.equals(one.getKey())) {
        continue;
      }
      System.out.println(
          part.name() + ", round " + round + " of " + rounds + ": JDK " + one.getKey());
      Path file = samplesOf(part, one.getKey());
      boolean keep = (append || round > 1) && Files.exists(file);
      SampleFile samples = keep ? SampleFile.read(file) : SampleFile.empty(file);
      part.measure(new Ways(one.getKey(), one.getValue()), samples);
      samples.write(); // So that a run that is broken off keeps what it has.
    }
  }

  private Path samplesOf(Part part, String major) {
    return sampleFiles.resolve(part.name() + "-" + major + ".tsv");
  }
}
