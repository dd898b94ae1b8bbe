package dev.uncork.benchmarks.shuffle;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The same jobs with Spark's shuffle and with Uncork's under hardship: executors killed at random,
 * fetches that fail, hardly any memory, a full file system in memory, other routes; and cases that
 * are bad by themselves: 10,000 partitions, a block of more than 2 GiB. All results must be the
 * same, and nothing may be left in shared memory.
 */
public final class CorrectnessSet implements Callable<Integer> {
  /** So that a job survives whatever is done to it. */
  private static final List<String> PATIENCE =
      List.of(
          "spark.task.maxFailures=1000",
          "spark.stage.maxConsecutiveAttempts=1000",
          "spark.deploy.maxExecutorRetries=-1",
          "spark.shuffle.io.maxRetries=1",
          "spark.shuffle.io.retryWait=200ms");

  private static final String ALL = "all";
  private static final List<String> BAD_CASES = List.of("tenThousandPartitions", "hugeBlock");

  @Option(
      names = "--ways",
      paramLabel = "LIST",
      split = ",",
      description =
          "Some of executors-killed, fetches-fail, hardly-any-memory, ucx-executors-killed,"
              + " memory-full, bad-cases, bad-cases-in-files, bad-cases-ucx.")
  private List<String> wanted = List.of(ALL);

  @Option(names = "--jobs", paramLabel = "LIST", split = ",", description = "As in Q5,groupByKey.")
  private List<String> jobs = List.of(ALL);

  @Option(names = "--seed", paramLabel = "N", description = "Of whom to kill, and when.")
  private long seed = 1;

  @Option(names = "--spark", paramLabel = "DIR", description = "Instead of the build's Spark.")
  private @Nullable Path spark;

  @Option(names = "--out", paramLabel = "FILE", description = "For the figures.")
  private Path out = Path.of("docs/results/shuffle-correctness.json");

  private CorrectnessSet() {}

  public static void main(String[] args) {
    BenchCommand.run("shuffle-correctness", new CorrectnessSet(), args);
  }

  @Override
  public Integer call() throws IOException {
    List<String> known = ShuffleTrial.all().stream().map(ShuffleTrial::name).toList();
    if (!wanted.equals(List.of(ALL)) && !known.containsAll(wanted)) {
      throw new Refusal("--ways " + wanted + ": expected some of " + known);
    }
    JobSet set = new JobSet(Cluster.local(Cluster.home(spark), 2, 1024));
    ResultFile result =
        new ResultFile("./bench shuffle-correctness", System.getProperty("java.runtime.version"));
    List<String> some = jobs.equals(List.of(ALL)) ? List.of() : jobs;
    boolean right = true;
    for (boolean bad : new boolean[] {false, true}) {
      List<ShuffleTrial> ways =
          ShuffleTrial.all().stream()
              .filter(way -> way.bad() == bad)
              .filter(way -> wanted.contains(ALL) || wanted.contains(way.name()))
              .toList();
      if (ways.isEmpty()) {
        continue;
      }
      Printer stock = new Printer("stock", Map.of(), Map.of(), 0);
      Map<String, String> expected =
          set.run(List.of("spark.shuffle.manager=sort"), bad ? BAD_CASES : some, stock);
      for (ShuffleTrial way : ways) {
        right &= run(set, way, seed, expected, stock.took, result);
        result.write(out, true);
      }
    }
    return right ? 0 : 1;
  }

  /** Prints a line for each job, and has executors killed if wanted. */
  private static final class Printer implements JobSet.Listener, AutoCloseable {
    private final String way;
    private final Map<String, String> expected;
    private final Map<String, Long> typical;
    private final @Nullable ExecutorKiller killer;
    private final Map<String, Long> took = new HashMap<>();
    private int different;

    /**
     * Has printed nothing yet.
     *
     * @param expected digests of jobs; of a job that has none, its own is printed
     * @param typical what jobs take, in milliseconds
     * @param seed 0: nothing is killed
     */
    Printer(String way, Map<String, String> expected, Map<String, Long> typical, long seed) {
      this.way = way;
      this.expected = expected;
      this.typical = typical;
      killer = seed == 0 ? null : new ExecutorKiller(seed);
    }

    @Override
    public void starts(String job, Process driver) {
      if (killer != null) {
        killer.starts(driver, typical.getOrDefault(job, 0L));
      }
    }

    @Override
    public void ended(String job, String digest, long millis) {
      took.put(job, millis);
      String wanted = expected.getOrDefault(job, digest);
      different += digest.equals(wanted) ? 0 : 1;
      String verdict = expected.isEmpty() ? digest : "same";
      System.out.println(
          String.format(
              Locale.ROOT,
              "%-22s %-18s %7d ms  %s",
              way,
              job,
              millis,
              digest.equals(wanted) ? verdict : "DIFFERENT: " + digest));
    }

    int killed() {
      return killer == null ? 0 : killer.killed();
    }

    @Override
    public void close() {
      if (killer != null) {
        killer.close();
      }
    }
  }

  private static boolean run(
      JobSet set,
      ShuffleTrial way,
      long seed,
      Map<String, String> expected,
      Map<String, Long> typical,
      ResultFile result)
      throws IOException {
    Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "shuffle-correctness-");
    Path failures = Files.createTempFile("shuffle-failures", "");
    List<String> settings = new ArrayList<>(PATIENCE);
    settings.addAll(way.settings());
    settings.add(ShuffleTrial.PREFIX + "directory=" + memory);
    settings.add("spark.uncork.test.failures=" + failures);
    List<String> jobs = List.copyOf(expected.keySet());
    Map<String, String> digests = new LinkedHashMap<>();
    long start = System.nanoTime();
    int killed;
    int different;
    long left;
    try (SmallMemory ignored = SmallMemory.of(memory, way.memoryMegabytes());
        Printer printer =
            new Printer(
                way.name(),
                expected,
                typical,
                way.hardship() == ShuffleTrial.Hardship.KILLS ? seed : 0)) {
      digests.putAll(set.run(settings, jobs, printer));
      killed = printer.killed();
      different = printer.different;
      try (Stream<Path> files = Files.list(memory)) {
        left = files.count();
      }
    }
    if (left == 0) {
      Files.delete(memory);
    }
    long failed = Files.readAllLines(failures).size();
    int same = digests.size() - different;
    boolean hard = way.hardship().happened(killed, failed);
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s: %d of %d jobs give what Spark's shuffle gives; %d executors killed, %d readings made"
                + " to fail, %d directories left in memory, %d s%s",
            way.name(),
            same,
            expected.size(),
            killed,
            failed,
            left,
            (System.nanoTime() - start) / 1_000_000_000,
            hard ? "" : "; ERROR: expected at least one, so this shows nothing; run more jobs"));
    result.add(
        "same-results-" + way.name(),
        "jobs",
        Spread.of(List.of((double) same)),
        Map.of("Spark's shuffle", Spread.of(List.of((double) expected.size()))),
        String.join(", ", jobs)
            + "; "
            + String.join(" ", way.settings())
            + (way.memoryMegabytes() > 0
                ? "; " + way.memoryMegabytes() + " MB of shared memory in all"
                : "")
            + way.hardship().words(killed, failed)
            + "; directories left in shared memory: "
            + left
            + "; to reach: at least "
            + expected.size());
    return same == expected.size() && left == 0 && hard;
  }
}
