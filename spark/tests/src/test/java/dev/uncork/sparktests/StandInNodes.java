package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparktests.job.SumJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Two CPUs of this machine that stand for NUMA nodes: what the plugin is told to read in place of
 * the kernel's own files.
 *
 * @param sys what stands for {@code /sys}
 */
record StandInNodes(List<Integer> cpus, Path sys) {

  /** Two CPUs that this process may use; the test is skipped where there is one only. */
  static StandInNodes in(Path directory) throws IOException {
    List<Integer> cpus = twoCpus();
    Path sys = directory.resolve("sys");
    for (int node = 0; node < cpus.size(); node++) {
      Path place = sys.resolve("devices/system/node/node" + node);
      Files.createDirectories(place);
      Files.writeString(place.resolve("cpulist"), cpus.get(node) + "\n");
    }
    return new StandInNodes(cpus, sys);
  }

  private static List<Integer> twoCpus() throws IOException {
    String allowed =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .findFirst()
            .orElseThrow()
            .replace("Cpus_allowed_list:", "")
            .strip();
    List<Integer> cpus = new ArrayList<>();
    for (String range : allowed.split(",")) {
      String[] ends = range.split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int cpu = Integer.parseInt(ends[0]); cpu <= last && cpus.size() < 2; cpu++) {
        cpus.add(cpu);
      }
    }
    Assumptions.assumeTrue(cpus.size() == 2, "two CPUs are needed to stand for NUMA nodes");
    return cpus;
  }

  /** Waits until each executor keeps to one CPU with all of its threads, and both are used. */
  void everyThreadIsBound(Supplier<List<ProcessHandle>> executors) throws Exception {
    SparkRun.awaitTrue(
        "each of two executors has all threads on a CPU of its own",
        () -> {
          Set<Set<String>> places = new HashSet<>();
          for (ProcessHandle executor : executors.get()) {
            places.add(new HashSet<>(SparkRun.allowedCpus(executor)));
          }
          return places.equals(
              Set.of(Set.of(cpus.get(0).toString()), Set.of(cpus.get(1).toString())));
        });
  }

  /** The same for threads that tasks start now. */
  void laterThreadsToo(SparkRun run, Supplier<List<ProcessHandle>> executors) throws Exception {
    run.say("late");
    run.await(line -> line.equals("LATE"));
    SparkRun.awaitTrue(
        "tasks have left eight threads",
        () -> {
          long late = 0;
          for (ProcessHandle executor : executors.get()) {
            late += SparkRun.threadsNamed(executor, "late");
          }
          return late == 8;
        });
    for (ProcessHandle executor : executors.get()) {
      assertThat(new HashSet<>(SparkRun.allowedCpus(executor))).hasSize(1);
    }
    everyThreadIsBound(executors);
  }

  /** Starts {@link SumJob} with settings. */
  interface Submission {
    SparkRun submit(Map<String, String> settings) throws Exception;
  }

  /**
   * Two executors in containers of a cluster agree on a node each, with later threads too, and
   * leave their recordings.
   *
   * @param directory of this test
   * @param said what they wrote, once they have ended
   */
  static void containersAgreeAndRecord(
      Path directory,
      Submission submission,
      Supplier<List<ProcessHandle>> executors,
      Callable<String> said)
      throws Exception {
    StandInNodes nodes = in(directory);
    Path recordings = Files.createDirectories(directory.resolve("recordings"));
    Map<String, String> settings =
        Map.of(
            "spark.uncork.numa.sys", nodes.sys().toString(),
            "spark.uncork.recordings", recordings.toString());
    try (SparkRun run = submission.submit(settings)) {
      run.await(line -> line.equals(SumJob.RESULT));
      nodes.everyThreadIsBound(executors);
      nodes.laterThreadsToo(run, executors);
      assertThat(run.end()).isZero();
    }
    boundAndRecorded(said.call(), recordings);
  }

  private static void boundAndRecorded(String said, Path recordings) throws IOException {
    assertThat(said)
        .contains("executor 1 is bound to NUMA node", "executor 2 is bound to NUMA node")
        .doesNotContain("WARN spark: Uncork");
    try (Stream<Path> files = Files.walk(recordings)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.startsWith("uncork-executor-1-"))
          .anyMatch(name -> name.startsWith("uncork-executor-2-"));
    }
  }

  /** Waits until executors have all of their threads on one CPU. */
  static void everyThreadIsOn(int cpu, Supplier<List<ProcessHandle>> executors) throws Exception {
    SparkRun.awaitTrue(
        "all threads of executors are on CPU " + cpu,
        () -> {
          Set<String> places = new HashSet<>();
          for (ProcessHandle executor : executors.get()) {
            places.addAll(SparkRun.allowedCpus(executor));
          }
          return places.equals(Set.of(Integer.toString(cpu)));
        });
  }
}
