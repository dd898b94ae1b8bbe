package dev.uncork.benchmarks.reservation;

import dev.uncork.benchmarks.results.Options;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures lock reservation under the agent beside stock and biased locking, on each JDK given.
 *
 * <p>Run by {@code ./bench reservation}; arguments: {@code --rounds N --append --only PART --jdk
 * MAJOR --samples DIR --out FILE MAJOR=HOME...}. In each round every way runs once, in a JVM of its
 * own, so that drift meets all alike. Parts not run keep their last samples; with {@code --append}
 * so do those that run, so that a long measurement can be done in short pieces.
 */
public final class ReservationBenchmark {
  private static final List<Part> PARTS =
      List.of(
          new LockCostsPart(),
          new SharedRatioPart(),
          new StartPart(),
          new LockTablePart(),
          new ProgramsPart());

  private final Map<String, Path> jdks = new TreeMap<>();
  private int rounds = 3;
  private boolean append;
  private String only = "";
  private String jdk = "";
  private Path sampleFiles = Path.of("benchmarks/target/reservation");
  private Path out = Path.of("docs/results/reservation.json");

  private ReservationBenchmark() {}

  public static void main(String[] args) throws Exception {
    ReservationBenchmark benchmark = new ReservationBenchmark();
    new Options()
        .with("--rounds", value -> benchmark.rounds = Integer.parseInt(value))
        .flag("--append", () -> benchmark.append = true)
        .with("--only", value -> benchmark.only = value)
        .with("--jdk", value -> benchmark.jdk = value)
        .with("--samples", value -> benchmark.sampleFiles = Path.of(value))
        .with("--out", value -> benchmark.out = Path.of(value))
        .jdks(benchmark.jdks)
        .read(args, 0);
    benchmark.check();
    benchmark.run();
  }

  private void check() {
    if (jdks.isEmpty() || !jdk.isEmpty() && !jdks.containsKey(jdk)) {
      Options.refuse(
          "no JDK '" + jdk + "' to measure; there are " + jdks + "; expected 17=HOME 25=HOME");
    }
    List<String> names = PARTS.stream().map(Part::name).toList();
    if (!only.isEmpty() && !names.contains(only)) {
      Options.refuse("--only " + only + ": expected one of " + names);
    }
  }

  private void run() throws IOException, InterruptedException {
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
          part.report(major, Samples.read(samplesOf(part, major)), result);
        }
      }
    }
    result.write(out, figure -> !only.isEmpty() && isKnown(figure));
    System.out.println("wrote " + out);
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
      Samples samples = keep ? Samples.read(file) : Samples.empty(file);
      part.measure(new Ways(one.getKey(), one.getValue()), samples);
      samples.write(); // So that a run that is broken off keeps what it has.
    }
  }

  private Path samplesOf(Part part, String major) {
    return sampleFiles.resolve(part.name() + "-" + major + ".tsv");
  }
}
