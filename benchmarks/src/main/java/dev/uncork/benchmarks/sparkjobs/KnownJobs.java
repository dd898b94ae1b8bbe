package dev.uncork.benchmarks.sparkjobs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The jobs of {@code spark-workload fault} and {@code spark/workloads/src/main/python}. */
final class KnownJobs {
  private static final String FAULT = "fault";
  private static final String HEAP = "-Xmx2g";

  private final List<KnownJob> jobs = new ArrayList<>();

  private KnownJobs() {
    tasks();
    driver();
    data();
    executors();
    healthy();
  }

  static List<KnownJob> all() {
    return new KnownJobs().jobs;
  }

  private void tasks() {
    add(
        "straggler",
        "one task computes 30 times as long, on as many rows",
        "straggler",
        "",
        "even");
    add("one-partition", "all is computed in one partition", "few-partitions", "", "32 partitions");
    add("tiny-tasks", "6,000 tasks of 50 microseconds", "tiny-tasks", "", "8 tasks");
    add("failed-tasks", "every third task fails twice", "failed-tasks", "", "none fails");
    jobs.add(
        new KnownJob(
            "lock",
            "a lock in a function that is called for each row",
            Set.of("contended-lock"),
            Set.of("unknown", "task-wait"), // Spark's events know nothing of locks.
            pattern("oneAtATime"),
            "no lock",
            List.of(FAULT, "lock"),
            List.of(HEAP)));
    add("large-closure", "each task brings a map along", "deserialization", "", "it is broadcast");
    addPython("python-udf", "a Python function for each row", "the same in SQL expressions");
    addPython("python-rdd", "an RDD of Python objects", "the same as a DataFrame");
  }

  private void driver() {
    add(
        "driver-code",
        "the driver computes between jobs",
        "driver-code",
        "DriverFaults",
        "in tasks");
    jobs.add(
        new KnownJob(
            "planning",
            "a plan is built column by column",
            Set.of("planning"),
            Set.of("planning", "driver-code"), // It happens before there is a query.
            pattern(""),
            "all columns at once",
            List.of(FAULT, "planning"),
            List.of(HEAP)));
    add("collect", "3 million rows are collected", "collect", "", "aggregated by Spark");
    jobs.add(
        new KnownJob(
            "driver-gc",
            "the driver's heap is nearly full",
            Set.of("driver-gc"),
            Set.of("driver-gc", "driver-code"), // Its collector is in no event by default.
            pattern(""),
            "hardly anything is kept in the driver",
            List.of(FAULT, "driver-gc"),
            List.of("-Xmx512m")));
  }

  private void data() {
    add("skewed-join", "9 of 10 rows have one key", "skew", "customer", "adaptive skew join");
    add(
        "cross-join",
        "each row is compared with each",
        "cross-join",
        "",
        "an equal join of buckets");
    add("broadcast", "3 million rows are broadcast", "broadcast", "", "no hint");
    add("small-files", "10,000 files of 12 rows", "small-files", "", "4 files");
    add("commit", "each of 320 files is renamed in 30 ms", "commit", "", "40 files");
    add("no-cache", "4 actions compute an RDD", "recomputed", "AgainFaults", "it is cached");
    add("cache-too-small", "a cache holds a third", "recomputed", "fit", "all of it");
    add("no-cache-sql", "4 queries compute a data frame", "recomputed", "", "it is cached");
    add("spill", "a sort has a fiftieth of the heap", "spill", "", "default memory");
  }

  private void executors() {
    add("gc", "executors' heaps are nearly full", "gc", "", "four times the memory");
    add("slow-fetch", "one block is fetched at a time", "fetch-wait", "", "Spark's defaults");
    add("lost-executors", "executors die, outputs are lost", "failed-tasks", "", "none dies");
    add("slow-node", "an executor has a quarter of a core", "slow-node", "", "a whole core");
    add("late-executors", "executors are asked for late", "waiting-for-executors", "", "in time");
    add(
        "unbalanced-executors",
        "all tasks wait for the executor near their data",
        "unbalanced-executors",
        "",
        "spark.locality.wait=0");
  }

  private void healthy() {
    addHealthy("healthy-busy", "two slots compute", FAULT, "healthy-busy");
    addHealthy("healthy-one-slot", "the only slot computes", FAULT, "healthy-one-slot");
    addHealthy("healthy-cluster", "two executors group rows", FAULT, "healthy-cluster");
    addHealthy("healthy-short", "it is over in a few seconds", FAULT, "healthy-short");
    List<String> queries =
        new ArrayList<>(List.of("tpch", "--master=local[2]", "--queries=1,3,5,6,12,18"));
    queries.addAll(TpchTables.arguments());
    addHealthy("healthy-tpch", "six queries of TPC-H", queries.toArray(String[]::new));
    addHealthy("healthy-python", "a DataFrame without Python's functions", "healthy-python.py");
  }

  private void add(String name, String truth, String kind, String says, String fix) {
    add(name, truth, kind, says, fix, List.of(FAULT, name));
  }

  private void addPython(String name, String truth, String fix) {
    add(name, truth, "python", "", fix, List.of(name + ".py"));
  }

  private void add(
      String name, String truth, String kind, String says, String fix, List<String> program) {
    Set<String> kinds = Set.of(kind);
    jobs.add(new KnownJob(name, truth, kinds, kinds, pattern(says), fix, program, List.of(HEAP)));
  }

  private void addHealthy(String name, String truth, String... program) {
    Set<String> kinds = Set.of("healthy", "too-short");
    Set<String> seen = new HashSet<>(kinds);
    seen.add("machine-busy"); // Which is nothing that is wrong with the job.
    jobs.add(
        new KnownJob(name, truth, seen, kinds, pattern(""), "", List.of(program), List.of(HEAP)));
  }

  private static Pattern pattern(String words) {
    return Pattern.compile(words, Pattern.CASE_INSENSITIVE);
  }
}
