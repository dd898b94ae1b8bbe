package dev.uncork.benchmarks.shuffle;

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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The same jobs with Spark's shuffle and with Uncork's under hardship: executors killed at random,
 * fetches that fail, hardly any memory, other routes. All results must be the same, and nothing may
 * be left in shared memory.
 */
public final class CorrectnessSet {
  private static final String MANAGER =
      "spark.shuffle.manager=dev.uncork.spark.shuffle.UncorkShuffleManager";
  private static final String PREFIX = "spark.uncork.shuffle.";

  /** So that a job survives whatever is done to it. */
  private static final List<String> PATIENCE =
      List.of(
          "spark.task.maxFailures=1000",
          "spark.stage.maxConsecutiveAttempts=1000",
          "spark.deploy.maxExecutorRetries=-1",
          "spark.shuffle.io.maxRetries=1",
          "spark.shuffle.io.retryWait=200ms");

  private CorrectnessSet() {}

  private record Way(String name, boolean kills, List<String> settings) {}

  private static List<Way> ways() {
    String sm = PREFIX + "ucx.tls=sm";
    String apart = PREFIX + "sameHost=false";
    return List.of(
        new Way("executors-killed", true, List.of(MANAGER, PREFIX + "memory=64m")),
        new Way(
            "fetches-fail",
            false,
            List.of(
                "spark.shuffle.manager=dev.uncork.sparktests.job.FailingManager",
                PREFIX + "memory=64m")),
        new Way(
            "hardly-any-memory",
            true,
            List.of(MANAGER, PREFIX + "memory=1m", "spark.io.encryption.enabled=true")),
        new Way("ucx-executors-killed", true, List.of(MANAGER, sm, apart, PREFIX + "memory=64m")));
  }

  public static void main(String[] args) throws IOException {
    Map<String, String> options = new HashMap<>();
    options.put("--ways", "all");
    options.put("--seed", "1");
    options.put("--spark", "");
    options.put("--out", "docs/results/shuffle-correctness.json");
    for (int i = 0; i < args.length; i += 2) {
      if (!options.containsKey(args[i]) || i + 1 == args.length) {
        System.err.println("bench: " + args[i] + ": expected values for " + options.keySet());
        System.exit(2);
      }
      options.put(args[i], args[i + 1]);
    }
    String spark = options.get("--spark");
    JobSet set =
        new JobSet(
            new Cluster(
                spark.isEmpty() ? Cluster.builtHome() : Path.of(spark).toAbsolutePath(), 2, 1024));
    ResultFile result =
        new ResultFile("./bench shuffle-correctness", System.getProperty("java.runtime.version"));
    Map<String, String> expected =
        set.run(List.of("spark.shuffle.manager=sort"), List.of(), new Printer("stock", null, 0));
    boolean right = true;
    for (Way way : ways()) {
      if (options.get("--ways").equals("all") || options.get("--ways").contains(way.name())) {
        right &= run(set, way, Long.parseLong(options.get("--seed")), expected, result);
        result.write(Path.of(options.get("--out")), true);
      }
    }
    System.exit(right ? 0 : 1);
  }

  /** Prints a line for each job, and has executors killed if wanted. */
  private static final class Printer implements JobSet.Listener, AutoCloseable {
    private final String way;
    private final @Nullable Map<String, String> expected;
    private final long seed;
    private @Nullable ExecutorKiller killer;
    private int different;

    /** A seed of 0: nothing is killed. */
    Printer(String way, @Nullable Map<String, String> expected, long seed) {
      this.way = way;
      this.expected = expected;
      this.seed = seed;
    }

    @Override
    public void started(Process driver) {
      if (seed != 0) {
        if (killer == null) {
          killer = new ExecutorKiller(seed, driver);
        } else {
          killer.turnTo(driver);
        }
      }
    }

    @Override
    public void ended(String job, String digest, long millis) {
      boolean same = expected == null || digest.equals(expected.get(job));
      different += same ? 0 : 1;
      System.out.println(
          String.format(
              Locale.ROOT,
              "%-22s %-18s %7d ms  %s",
              way,
              job,
              millis,
              expected == null ? digest : same ? "same" : "DIFFERENT: " + digest));
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
      JobSet set, Way way, long seed, Map<String, String> expected, ResultFile result)
      throws IOException {
    Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "shuffle-correctness-");
    List<String> settings = new ArrayList<>(PATIENCE);
    settings.addAll(way.settings());
    settings.add(PREFIX + "directory=" + memory);
    List<String> jobs = expected.keySet().stream().filter(job -> !job.startsWith("Q")).toList();
    Map<String, String> digests = new LinkedHashMap<>();
    long start = System.nanoTime();
    int killed;
    int different;
    try (Printer printer = new Printer(way.name(), expected, way.kills() ? seed : 0)) {
      digests.putAll(set.run(settings, jobs, printer));
      killed = printer.killed();
      different = printer.different;
    }
    long left;
    try (Stream<Path> files = Files.list(memory)) {
      left = files.count();
    }
    if (left == 0) {
      Files.delete(memory);
    }
    int same = digests.size() - different;
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s: %d of %d jobs give what Spark's shuffle gives; %d executors killed, %d directories"
                + " left in memory, %d s",
            way.name(),
            same,
            expected.size(),
            killed,
            left,
            (System.nanoTime() - start) / 1_000_000_000));
    result.add(
        "same-results-" + way.name(),
        "jobs",
        Spread.of(List.of((double) same)),
        Map.of("Spark's shuffle", Spread.of(List.of((double) expected.size()))),
        "22 queries of TPC-H and "
            + jobs.size()
            + " jobs; "
            + String.join(" ", way.settings())
            + (way.kills() ? "; " + killed + " executors killed by SIGKILL, at random" : "")
            + "; directories left in shared memory: "
            + left);
    return same == expected.size() && left == 0;
  }
}
