package dev.uncork.benchmarks.shuffle;

import dev.uncork.benchmarks.served.ServedWorkload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The 22 queries of TPC-H and the jobs of the tests' {@code ShuffleJob}, each in an application of
 * its own kind on a local cluster; what comes out of each is a digest.
 */
final class JobSet {
  private static final Path TEST_CLASSES = Path.of("spark/tests/target/test-classes");
  private static final String JOBS = "dev/uncork/sparktests/job";
  private static final String MAIN = "dev.uncork.sparktests.job.ShuffleJob";
  private static final int QUERIES = 22;
  private static final String SCALE = "0.02";

  private final Cluster cluster;
  private final Path jobs;

  JobSet(Cluster cluster) throws IOException {
    this.cluster = cluster;
    jobs = Files.createTempFile("uncork-jobs", ".jar").toAbsolutePath();
    jobs.toFile().deleteOnExit();
    Path folder = TEST_CLASSES.resolve(JOBS);
    try (Stream<Path> files = Files.list(folder);
        OutputStream out = Files.newOutputStream(jobs);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path file : files.toList()) {
        entries.putNextEntry(new JarEntry(TEST_CLASSES.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
  }

  /** Hears of each job. */
  interface Listener {
    /** A job starts in an application. */
    void starts(String job, Process driver);

    /** A job has ended. */
    void ended(String job, String digest, long millis);
  }

  /**
   * Runs them all.
   *
   * @param settings of Spark's
   * @param names of the jobs to run; empty: all, those of {@code ShuffleJob} in one go
   * @return digests by names
   */
  Map<String, String> run(List<String> settings, List<String> names, Listener listener)
      throws IOException {
    Map<String, String> digests = new LinkedHashMap<>();
    List<String> queries =
        IntStream.rangeClosed(1, QUERIES)
            .mapToObj(query -> "Q" + query)
            .filter(query -> names.isEmpty() || names.contains(query))
            .toList();
    List<String> others = names.stream().filter(name -> !name.startsWith("Q")).toList();
    if (!queries.isEmpty()) {
      queries(settings, queries, digests, listener);
    }
    if (names.isEmpty() || !others.isEmpty()) {
      jobs(settings, others, digests, listener);
    }
    return digests;
  }

  private Map<String, String> environment() {
    Map<String, String> environment = cluster.environment();
    environment.put("SPARK_WORKLOAD_JARS", cluster.plugin() + ":" + jobs);
    environment.put("SPARK_WORKLOAD_JAVA_OPTS", "-Xmx512m");
    return environment;
  }

  /** Those of the cluster, with the jar of the jobs beside the others. */
  private List<String> all(List<String> settings) {
    List<String> all = new ArrayList<>();
    for (String setting : cluster.settings()) {
      all.add(setting.startsWith("spark.jars=") ? setting + "," + jobs : setting);
    }
    all.addAll(settings);
    return all;
  }

  private void queries(
      List<String> settings, List<String> names, Map<String, String> digests, Listener listener)
      throws IOException {
    Path data = Path.of("benchmarks/target/tpch-" + SCALE).toAbsolutePath();
    ServedWorkload served =
        ServedWorkload.start(
            List.of(
                "tpch",
                "--serve",
                "--scale=" + SCALE,
                "--data=" + data,
                "--master=" + cluster.master()),
            all(settings),
            environment(),
            Files.createTempFile("shuffle-queries", ".log"));
    for (String query : names) {
      listener.starts(query, served.process());
      long start = System.nanoTime();
      String digest = served.run(query.substring(1)).path("digest").asText();
      took(query, digest, start, digests, listener);
    }
    served.end();
  }

  private static void took(
      String job, String digest, long start, Map<String, String> digests, Listener listener) {
    digests.put(job, digest);
    listener.ended(job, digest, (System.nanoTime() - start) / 1_000_000);
  }

  private void jobs(
      List<String> settings, List<String> names, Map<String, String> digests, Listener listener)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("@spark/workloads/bin/spark-java-options");
    command.add("-Xmx512m");
    command.add("-Dspark.master=" + cluster.master());
    all(settings).forEach(setting -> command.add("-D" + setting));
    command.add("-Dspark.sql.shuffle.partitions=5");
    command.add("-Dspark.uncork.test.jobs=" + (names.isEmpty() ? "" : "none"));
    command.addAll(
        List.of(
            "-cp",
            cluster.sparkHome().resolve("jars") + "/*:" + cluster.plugin() + ":" + jobs,
            MAIN));
    ServedWorkload served =
        ServedWorkload.start(command, environment(), Files.createTempFile("shuffle-jobs", ".log"));
    long start = System.nanoTime();
    if (names.isEmpty()) {
      for (String line = served.line(); !line.equals("DONE"); line = served.line()) {
        start = jobLine(line, start, digests, listener);
      }
    } else {
      served.answer("DONE");
    }
    for (String name : names) {
      start = System.nanoTime();
      listener.starts(name, served.process());
      served.say("just " + name);
      for (String line = served.line(); !line.equals("DONE"); line = served.line()) {
        start = jobLine(line, start, digests, listener);
      }
    }
    served.end();
  }

  private static long jobLine(
      String line, long start, Map<String, String> digests, Listener listener) {
    String[] words = line.split(" ", -1);
    if (words.length == 3 && words[0].equals("JOB")) {
      took(words[1], words[2], start, digests, listener);
      return System.nanoTime();
    }
    return start;
  }
}
