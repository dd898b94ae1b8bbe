package dev.uncork.sparktests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.sparktests.job.BusyPlugin;
import dev.uncork.sparktests.job.SumJob;
import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fails of ours is one line in the log, and the job's result is what it is without us. */
@DefaultTier
class FailureTest {
  @TempDir private Path directory;

  private List<String> linesAfterJob(List<String> wrapper, Map<String, String> settings)
      throws Exception {
    SparkHome home = SparkHome.in(directory.resolve("home"));
    Map<String, String> all = new HashMap<>(settings);
    all.put("spark.executor.memory", "512m");
    try (SparkRun run = SparkRun.submit(home, wrapper, "local-cluster[1,1,512]", all)) {
      run.await(line -> line.equals(SumJob.RESULT));
      SparkRun.awaitTrue(
          "the plugin has said what it can't do",
          () -> home.executorLogs().contains("WARN spark: Uncork:"));
      run.say("job");
      run.await(line -> line.equals(SumJob.RESULT));
      assertThat(run.end()).isZero();
      assertThat(run.output()).doesNotContain("Lost executor");
    }
    return warnings(home);
  }

  private static List<String> warnings(SparkHome home) throws IOException {
    return home.executorLogs()
        .lines()
        .filter(line -> line.contains("WARN spark: Uncork:"))
        .toList();
  }

  @Test
  void anAgentThatCannotBeLoaded() throws Exception {
    List<String> said =
        linesAfterJob(
            List.of(), Map.of("spark.executor.extraJavaOptions", "-XX:+DisableAttachMechanism"));
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).contains("executor 0 is not profiled", "-XX:+DisableAttachMechanism");
  }

  @Test
  void noPermissionForAffinity() throws Exception {
    StandInNodes nodes = StandInNodes.in(directory);
    List<String> said =
        linesAfterJob(
            List.of(),
            Map.of(
                "spark.uncork.profile", "false",
                "spark.uncork.numa.sys", nodes.sys().toString(),
                "spark.executorEnv.LD_PRELOAD", refusingLibrary().toString()));
    assertThat(said).hasSize(1);
    assertThat(said.get(0))
        .contains("executor 0 stays unbound", "sched_setaffinity is refused here (errno 1)");
  }

  @Test
  void aDriverThatDoesNotAnswer() throws Exception {
    StandInNodes nodes = StandInNodes.in(directory);
    SparkHome home = SparkHome.in(directory.resolve("home"));
    Map<String, String> settings =
        Map.of(
            "spark.executor.memory", "512m",
            "spark.uncork.profile", "false",
            "spark.uncork.numa.sys", nodes.sys().toString());
    try (SparkRun run = SparkRun.submit(home, List.of(), "local-cluster[1,1,512]", settings)) {
      run.await(line -> line.equals(SumJob.RESULT));
      run.say("deaf");
      run.await(line -> line.equals("DEAF"));
      run.executors().forEach(ProcessHandle::destroyForcibly);
      SparkRun.awaitTrue(
          "the next executor has said what it can't do",
          () -> warnings(home).stream().anyMatch(line -> line.contains("stays unbound")));
      run.say("job");
      run.await(line -> line.equals(SumJob.RESULT));
      assertThat(run.end()).isZero();
    }
    assertThat(warnings(home)).hasSize(1);
    assertThat(warnings(home).get(0)).contains("executor 1 stays unbound");
  }

  @Test
  void aDriverThatIsBusyForAWhileIsHeardLater() throws Exception {
    StandInNodes nodes = StandInNodes.in(directory);
    SparkHome home = SparkHome.in(directory.resolve("home"));
    Map<String, String> settings =
        Map.of(
            "spark.executor.memory",
            "512m",
            "spark.plugins",
            BusyPlugin.class.getName() + ",dev.uncork.spark.UncorkPlugin",
            "spark.uncork.profile",
            "false",
            "spark.uncork.numa.sys",
            nodes.sys().toString());
    try (SparkRun run = SparkRun.submit(home, List.of(), "local-cluster[2,1,512]", settings)) {
      run.await(line -> line.equals(SumJob.RESULT));
      SparkRun.awaitTrue(
          "both executors have said that they wait for an answer",
          () -> warnings(home).size() == 2);
      run.say("idle");
      nodes.everyThreadIsBound(run::executors);
      run.say("job");
      run.await(line -> line.equals(SumJob.RESULT));
      assertThat(run.end()).isZero();
    }
    assertThat(warnings(home))
        .hasSize(2)
        .allMatch(line -> line.contains("stays unbound until the driver answers"));
  }

  /** A library that answers sched_setaffinity as a sandbox does. */
  private Path refusingLibrary() throws IOException, InterruptedException {
    Path source = directory.resolve("refuse.c");
    Path library = directory.resolve("refuse.so");
    Files.writeString(
        source,
        """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <sys/syscall.h>
        long syscall(long number, long a, long b, long c, long d, long e, long f) {
          long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
          if (number == SYS_sched_setaffinity) {
            errno = EPERM;
            return -1;
          }
          return real(number, a, b, c, d, e, f);
        }
        """);
    Process compiler =
        new ProcessBuilder(
                "cc", "-shared", "-fPIC", "-w", "-o", library.toString(), source.toString(), "-ldl")
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    return library;
  }

  @Test
  void aReadOnlyTmp() throws Exception {
    Process probe =
        new ProcessBuilder("unshare", "-m", "mount", "--bind", "/tmp", "/tmp")
            .redirectErrorStream(true)
            .start();
    Assumptions.assumeTrue(probe.waitFor() == 0, "needs the right to mount (root)");
    Assumptions.assumeFalse(directory.startsWith("/tmp"), "the tests' own files are in /tmp");
    List<String> said =
        linesAfterJob(
            List.of(
                "unshare",
                "-m",
                "sh",
                "-c",
                "mount --bind /tmp /tmp && mount -o remount,bind,ro /tmp && exec \"$@\"",
                "sh"),
            Map.of(
                "spark.uncork.numa",
                "off",
                "spark.executor.extraJavaOptions",
                "-Djava.io.tmpdir=" + directory));
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).contains("executor 0 is not profiled", "is /tmp writable");
  }
}
