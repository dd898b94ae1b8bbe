package dev.uncork.benchmarks.tpch;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.SampleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Runs TPC-H in the way of the paper, in pairs: one warm-up of all queries, then rounds in which
 * each query runs in one JVM and then in the other, who is first taking turns. So whatever slows
 * the machine for longer than a query slows both.
 */
@Command(
    footer = {
      "",
      "In pieces, with --jdk and --queries: values of others are kept in benchmarks/target."
    })
public final class TpchBenchmark implements Callable<Integer> {
  private final ComparedSides comparison;
  @Mixin private Arguments arguments = new Arguments();

  private TpchBenchmark(ComparedSides comparison) {
    this.comparison = comparison;
  }

  /** Arguments: the name of the benchmark, options, and the JDKs that are there. */
  public static void main(String[] args) {
    BenchCommand.run(
        args[0],
        new TpchBenchmark(ComparedSides.named(args[0])),
        Arrays.copyOfRange(args, 1, args.length));
  }

  @Override
  public Integer call() throws IOException {
    arguments.sparkHome(); // refused before anything starts
    Path kept =
        Path.of("benchmarks/target/" + comparison.title() + "-" + arguments.scale() + ".tsv");
    for (Path jdk : arguments.jdks()) {
      SampleFile samples = Files.exists(kept) ? SampleFile.read(kept) : SampleFile.empty(kept);
      measure(jdk, samples);
      samples.write();
    }
    SampleFile samples = SampleFile.read(kept);
    TpchFigures.write(comparison, arguments, samples);
    QueryBars.write(comparison, samples);
    return 0;
  }

  private void measure(Path jdk, SampleFile samples) throws IOException {
    int major = major(jdk);
    CommonSettings setup =
        new CommonSettings(
            jdk,
            arguments.sparkHome(),
            Path.of("dist/target/uncork/lib/uncork-spark.jar").toAbsolutePath(),
            arguments.scale(),
            arguments.data());
    // One after the other, since the first makes the data where there is none.
    try (SparkSide off = comparison.start(setup, major, false);
        SparkSide on = comparison.start(setup, major, true)) {
      if (!arguments.add()) {
        arguments.queries().forEach(query -> samples.remove(TpchFigures.prefix(major, query)));
      }
      for (int round = 0; round <= arguments.rounds(); round++) {
        for (int query : arguments.queries()) {
          pair(round, query, major, off, on, samples);
        }
      }
      if (!on.said(comparison.proof(major))) {
        throw new IOException(
            "what is to be measured was not on ('"
                + comparison.proof(major)
                + "' is not in the log); see "
                + on.log());
      }
    }
  }

  private static void pair(
      int round, int query, int jdk, SparkSide off, SparkSide on, SampleFile samples)
      throws IOException {
    boolean onFirst = (round + query) % 2 == 0;
    SparkSide.Run first = (onFirst ? on : off).run(query);
    SparkSide.Run second = (onFirst ? off : on).run(query);
    SparkSide.Run with = onFirst ? first : second;
    SparkSide.Run without = onFirst ? second : first;
    if (!with.digest().equals(without.digest())) {
      throw new IOException(
          TpchFigures.name(query)
              + " gave other answers: "
              + with.digest()
              + ", "
              + without.digest());
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "JDK %d %s %s: CPU %.0f -> %.0f ms (%+.1f %%), elapsed %.0f -> %.0f ms",
            jdk,
            round == 0 ? "warm-up" : "round " + round,
            TpchFigures.name(query),
            without.cpuMillis(),
            with.cpuMillis(),
            100 * (with.cpuMillis() / without.cpuMillis() - 1),
            without.elapsedMillis(),
            with.elapsedMillis()));
    if (round > 0) {
      String prefix = TpchFigures.prefix(jdk, query);
      samples.add(prefix + "cpu-off", without.cpuMillis());
      samples.add(prefix + "cpu-on", with.cpuMillis());
      samples.add(prefix + "elapsed-off", without.elapsedMillis());
      samples.add(prefix + "elapsed-on", with.elapsedMillis());
    }
  }

  private static int major(Path jdk) throws IOException {
    List<String> release = Files.readAllLines(jdk.resolve("release"));
    return release.stream()
        .filter(line -> line.startsWith("JAVA_VERSION="))
        .map(line -> line.replaceAll("\\D+", " ").strip().split(" ")[0])
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElseThrow(() -> new IOException(jdk + " is no JDK: no version in its file release"));
  }
}
