package dev.uncork.benchmarks.firstrun;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * Measures how long it takes to the first verdict: from {@code git clone}, and from an unpacked
 * installation.
 *
 * <p>Run by {@code ./bench first-run}.
 */
public final class FirstRunBenchmark implements Callable<Integer> {
  private static final int START_ROUNDS = 15;
  private static final String CHECK = " run -- java -jar %s check --size 10";

  @Option(names = "--rounds", paramLabel = "N", description = "How often each runs.")
  private int rounds = 3;

  @Option(
      names = "--only",
      paramLabel = "PART",
      description = "One of html, start, installed, clone.")
  private String only = "";

  @Option(names = "--out", paramLabel = "FILE", description = "For the figures.")
  private Path out = Path.of("docs/results/first-run.json");

  private FirstRunBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("first-run", new FirstRunBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ResultFile result = new ResultFile("./bench first-run", System.getProperty("java.vm.version"));
    Path scratch = Files.createTempDirectory("uncork-first-run");
    if (only.isEmpty() || only.equals("start")) {
      new StartCost(Path.of("dist/target/uncork").toAbsolutePath(), scratch, result)
          .measure(START_ROUNDS);
    }
    if ("installed-to-verdict-seconds".contains(only)) {
      installed(scratch, result);
    }
    if ("clone-to-verdict-seconds".contains(only)) {
      cloned(scratch, result);
    }
    result.write(out, true);
    System.out.println("wrote " + out);
    return 0;
  }

  private void installed(Path scratch, ResultFile result) throws IOException, InterruptedException {
    Path archive;
    try (Stream<Path> files = Files.list(Path.of("dist/target"))) {
      String processor = System.getProperty("os.arch").replace("amd64", "x86_64");
      String end = "-linux-" + processor + ".tar.gz";
      archive = files.filter(file -> file.toString().endsWith(end)).findFirst().orElseThrow();
    }
    List<Double> seconds = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      Path home = Files.createDirectory(scratch.resolve("installed-" + round));
      seconds(home, "tar xzf '" + archive.toAbsolutePath() + "' --strip-components 1");
      String check = CHECK.formatted("workloads/workloads.jar");
      seconds.add(seconds(home, "bin/uncork" + check));
    }
    add(
        result,
        "installed-to-verdict-seconds",
        seconds,
        "uncork run -- the model checker that comes along, 10 philosophers, from an unpacked"
            + " archive to the end of the report; to reach: less than 15");
  }

  private void cloned(Path scratch, ResultFile result) throws IOException, InterruptedException {
    Path here = Path.of("").toAbsolutePath();
    String check = CHECK.formatted("dist/target/uncork/workloads/workloads.jar");
    double took =
        seconds(
            scratch,
            "git clone -q '"
                + here
                + "' clone && cd clone && git checkout -q "
                + "$(git -C '"
                + here
                + "' rev-parse HEAD) && ./uncork"
                + check);
    add(
        result,
        "clone-to-verdict-seconds",
        Collections.singletonList(took),
        "git clone, ./uncork run -- the same: builds first; compilers and Maven's artifacts were"
            + " on the machine already");
  }

  /** Runs a command that must report the checker's hot lock. */
  private static double seconds(Path directory, String command)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile(directory, "log", ".txt");
    long startNanos = System.nanoTime();
    Process process =
        new ProcessBuilder("bash", "-c", command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int exitCode = process.waitFor();
    double took = (System.nanoTime() - startNanos) / 1e9;
    String text = Files.readString(log, StandardCharsets.UTF_8);
    boolean reported = !command.contains("run --") || text.contains("Contended locks");
    if (exitCode != 0 || !reported) {
      throw new IllegalStateException(command + " ended with " + exitCode + ":\n" + text);
    }
    return took;
  }

  private static void add(ResultFile result, String name, List<Double> values, String note) {
    Spread spread = Spread.of(values);
    System.out.printf(
        Locale.ROOT,
        "%-32s %6.1f s (%.1f to %.1f)%n",
        name,
        spread.median(),
        spread.min(),
        spread.max());
    result.add(name, "s", spread, Map.of(), note);
  }
}
