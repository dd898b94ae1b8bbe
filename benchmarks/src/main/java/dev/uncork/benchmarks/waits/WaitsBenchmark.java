package dev.uncork.benchmarks.waits;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.Pairs;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.benchmarks.verdicts.Promise;
import dev.uncork.benchmarks.verdicts.RateLine;
import dev.uncork.diagnosis.tune.PairedTest;
import dev.uncork.scaling.law.Interval;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares verdicts on real programs with the truth, and the gain that they promise with the gain
 * of the fix; run by {@code ./bench waits}, which gets the programs' libraries.
 */
@Command(
    footer = {
      "",
      "Programs: tomcat-pool, lucene-commits, h2-rows, activemq-sends, zookeeper-creates,",
      "namenode-creates and postgres-rows, which needs a PostgreSQL server: apt-get install postgresql.",
      "Their recordings stay in benchmarks/target/waits/work."
    })
public final class WaitsBenchmark implements Callable<Integer> {
  private final Path resultFile = Path.of("docs/results/waits.json");
  private final Path library = Path.of("benchmarks/target/waits").toAbsolutePath();
  private final Path work = library.resolve("work");
  private final ResultFile results =
      new ResultFile("./bench waits", System.getProperty("java.version"));

  @Option(names = "--only", paramLabel = "PROGRAM", description = "One of those below.")
  private String only = "";

  @Option(names = "--recordings", paramLabel = "N", description = "Verdicts on each program.")
  private int recordings = 3;

  @Option(names = "--pairs", paramLabel = "N", description = "Without and with the fix; 0: none.")
  private int pairs = 5;

  @Option(names = "--seconds", paramLabel = "N", description = "Measured in each run.")
  private int seconds = 5;

  private WaitsBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("waits", new WaitsBenchmark(), args);
  }

  @Override
  public Integer call() throws Exception {
    Files.createDirectories(work);
    List<KnownWait> all = new KnownWaits(work).selfContained();
    boolean isKnown = all.stream().anyMatch(program -> program.name().equals(only));
    if (!(only.isEmpty() || only.equals(KnownWaits.POSTGRES) || isKnown)) {
      throw new Refusal("--only '" + only + "' is no program; expected one that --help lists");
    }
    for (KnownWait program : all) {
      if (only.isEmpty() || only.equals(program.name())) {
        measure(program);
      }
    }
    if (only.isEmpty() || only.equals(KnownWaits.POSTGRES)) {
      postgres();
    }
    return 0;
  }

  private void postgres() throws Exception {
    Optional<Path> programs = PostgresServer.installed();
    if (programs.isEmpty()) {
      System.out.println(
          "postgres-rows: no PostgreSQL in /usr/lib/postgresql, so it is left out;"
              + " get it by: apt-get install postgresql");
      return;
    }
    try (PostgresServer server = PostgresServer.start(programs.get())) {
      measure(new KnownWaits(work).postgres(server.address()));
    }
  }

  private void measure(KnownWait program) throws Exception {
    List<KnownWait.Verdict> verdicts = new ArrayList<>();
    for (int i = 1; i <= recordings; i++) {
      KnownWait.Verdict verdict = verdict(program, i);
      verdicts.add(verdict);
      System.out.println(program.name() + ": " + verdict.kind() + ": " + verdict.text());
    }
    Optional<Interval> gain =
        pairs > 0
            ? gain(program, verdicts.stream().map(KnownWait.Verdict::promised).toList())
            : Optional.empty();
    if (!verdicts.isEmpty()) {
      judge(program, verdicts, pairs == 0 || gain.filter(fix -> fix.low() > 0).isPresent());
    }
    results.write(resultFile, true); // What was measured stays, even if the rest fails.
  }

  /**
   * Adds how many verdicts are right.
   *
   * @param established whether nothing speaks against the truth; a fix without a gain does
   */
  private void judge(KnownWait program, List<KnownWait.Verdict> verdicts, boolean established) {
    int right = 0;
    List<String> said = new ArrayList<>();
    for (KnownWait.Verdict verdict : verdicts) {
      boolean isRight = program.isNamedBy(verdict);
      right += isRight ? 1 : 0;
      said.add((isRight ? "named: " : "not named: ") + verdict.kind() + ": " + verdict.text());
    }
    results.add(
        program.name() + "-right",
        "of verdicts",
        Spread.exactly((double) right / verdicts.size(), verdicts.size()),
        Map.of(),
        (established
                ? "to reach: at least 1; truth: "
                : "not judged, for the fix shows no gain; taken for the truth: ")
            + program.truth()
            + "; "
            + String.join("; ", said));
  }

  private Optional<Interval> gain(KnownWait program, List<Double> promised) throws Exception {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    PairedTest test = new PairedTest(0.05, Math.max(3, pairs));
    for (int i = 0; i < pairs; i++) {
      if (i % 2 == 0) {
        without.add(rate(program.without()));
        with.add(rate(program.with()));
      } else {
        with.add(rate(program.with()));
        without.add(rate(program.without()));
      }
      test.add(without.get(i), with.get(i));
      System.out.printf(
          Locale.ROOT,
          "%s: pair %d: %.1f without, %.1f with the fix%n",
          program.name(),
          i + 1,
          without.get(i),
          with.get(i));
    }
    Optional<Interval> gain = test.gain();
    results.add(
        program.name() + "-gain",
        "x",
        Pairs.ratios(with, without),
        Map.of("promised", promised.stream().filter(Double::isFinite).toList()),
        "operations per second with the fix ("
            + program.fix()
            + ") against without it; "
            + gain.map(WaitsBenchmark::decided).orElse("too few pairs to decide"));
    return gain;
  }

  private static String decided(Interval gain) {
    return gain.low() > 0
        ? "the pairs show a gain"
        : gain.high() < 0 ? "the pairs show a loss" : "the pairs don't decide whether it gains";
  }

  private KnownWait.Verdict verdict(KnownWait program, int number) throws Exception {
    Path json = work.resolve(program.name() + "-" + number + ".json");
    Files.deleteIfExists(json);
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            Path.of("dist/target/uncork/bin/uncork").toAbsolutePath().toString(),
            "run",
            "--quiet",
            "--out",
            work.resolve(program.name() + "-" + number + ".jfr").toString(),
            "--json",
            json.toString(),
            "--"));
    words.addAll(java(program.without()));
    output(words);
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    JsonNode verdict = report.path("verdict");
    return new KnownWait.Verdict(
        verdict.path("kind").asText(),
        verdict.path("text").asText(),
        verdict.path("location").asText(""),
        Promise.timesAsFast(report));
  }

  private double rate(List<String> program) throws IOException, InterruptedException {
    return RateLine.read(output(java(program)), program);
  }

  private List<String> java(List<String> program) {
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-Xmx1g",
            "-Dseconds=" + seconds,
            "-cp",
            library.resolve("classes") + ":" + library.resolve("lib") + "/*"));
    words.addAll(program);
    return words;
  }

  private static String output(List<String> words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + " failed:\n" + output);
    }
    return output;
  }
}
