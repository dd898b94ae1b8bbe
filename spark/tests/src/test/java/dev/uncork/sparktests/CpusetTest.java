package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparktests.job.SumJob;
import dev.uncork.testsupport.DefaultTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors in a control group that leaves them some CPUs only, and other ones later. */
@DefaultTier
class CpusetTest {
  /** What the machine hasn't: nodes of which the kernel withholds a CPU. */
  private static final String WITHHELD = ",400";

  @TempDir private Path directory;

  private static void said(SparkHome home, String... texts) throws Exception {
    for (String text : texts) {
      SparkRun.awaitTrue("an executor has said: " + text, () -> home.executorLogs().contains(text));
    }
  }

  private static long threadsThatPreferTheFirstNode(SparkRun run) throws Exception {
    long threads = 0;
    for (ProcessHandle executor : run.executors()) {
      threads += SparkRun.taskThreadsThatPrefer(executor, 0);
    }
    return threads;
  }

  @Test
  void executorsKeepToTheCpusOfTheirCgroupAndFollowItsChanges() throws Exception {
    StandInNodes nodes = StandInNodes.in(directory);
    List<Integer> cpus = nodes.cpus();
    for (int node = 0; node < cpus.size(); node++) {
      Path list = nodes.sys().resolve("devices/system/node/node" + node + "/cpulist");
      Files.writeString(list, cpus.get(node) + WITHHELD + node + "\n");
    }
    SparkHome home = SparkHome.in(directory.resolve("home"));
    Map<String, String> settings =
        Map.of(
            "spark.executor.memory", "512m",
            "spark.ui.enabled", "false",
            "spark.uncork.profile", "false",
            "spark.uncork.numa", "spread",
            "spark.uncork.numa.sys", nodes.sys().toString());
    String both = cpus.get(0) + "," + cpus.get(1);
    String second = cpus.get(1).toString();
    try (Cpuset cpuset = Cpuset.create()) {
      cpuset.allow(second);
      try (SparkRun run =
          SparkRun.submit(home, cpuset.wrapper(), "local-cluster[2,1,512]", settings)) {
        run.await(line -> line.equals(SumJob.RESULT));
        String unbound = "stays unbound: all CPUs that it may use, " + second + ", are on one NUMA";
        said(home, "executor 0 " + unbound, "executor 1 " + unbound);
        StandInNodes.everyThreadIsOn(cpus.get(1), run::executors);

        cpuset.allow(both);
        nodes.everyThreadIsBound(run::executors);
        said(home, "CPUs " + second + " (a cpuset or taskset withholds the others)");
        run.say("job");
        run.await(line -> line.equals(SumJob.RESULT));
        // Of the two nodes that CPUs stand for the machine may have the first only.
        assertThat(threadsThatPreferTheFirstNode(run)).isPositive();

        cpuset.allow(second);
        said(home, "has lost its NUMA node: its cpuset has changed");
        StandInNodes.everyThreadIsOn(cpus.get(1), run::executors);
        run.say("job");
        run.await(line -> line.equals(SumJob.RESULT));
        assertThat(threadsThatPreferTheFirstNode(run)).isZero();

        cpuset.allow(both);
        nodes.everyThreadIsBound(run::executors);
        nodes.laterThreadsToo(run, run::executors);
        assertThat(run.end()).isZero();
      }
    }
    assertThat(home.executorLogs()).doesNotContain("WARN spark: Uncork");
  }
}
