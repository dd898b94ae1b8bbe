package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.systemtests.program.Contended;
import dev.uncork.systemtests.program.Deadlocked;
import dev.uncork.systemtests.program.Looping;
import dev.uncork.testsupport.AllTier;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A JVM that was started without Uncork is observed for a while, and is then as it was. */
@DefaultTier
class AttachTest {
  /** For a hundred blocked acquires on a machine that other tests use, too. */
  private static final String LONG_ENOUGH = "8s";

  @TempDir Path scratch;

  /** A contended program that runs without Uncork. */
  static Uncork.Running target(Jdk jdk, Path directory, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(jdk.java()));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", Uncork.programs(), Contended.class.getName(), "4"));
    return started(Uncork.without(command.toArray(String[]::new)).in(directory).start());
  }

  /** A program whose two threads wait for each other for ever. */
  static Uncork.Running deadlocked(Path directory) throws Exception {
    Uncork.Running target =
        Uncork.without(Jdk.of(17).java(), "-cp", Uncork.programs(), Deadlocked.class.getName())
            .in(directory)
            .start();
    Await.until("the target runs", () -> threadsNamed(target.process().pid(), "visitor-") == 2);
    return target;
  }

  /** Waits until the program's JVM has its class loaded, so that an attach finds a whole JVM. */
  private static Uncork.Running started(Uncork.Running target) throws Exception {
    Await.until("the target runs", () -> visitors(target.process().toHandle()) >= 4);
    return target;
  }

  private static long visitors(ProcessHandle process) throws IOException {
    long visitors = threadsNamed(process.pid(), "visitor-");
    for (ProcessHandle below : process.descendants().toList()) {
      visitors += threadsNamed(below.pid(), "visitor-");
    }
    return visitors;
  }

  static long threadsNamed(long pid, String start) throws IOException {
    Path tasks = Path.of("/proc", "" + pid, "task");
    if (!Files.isDirectory(tasks)) {
      return 0;
    }
    try (var threads = Files.list(tasks)) {
      return threads
          .filter(
              thread -> {
                try {
                  return Files.readString(thread.resolve("comm")).startsWith(start);
                } catch (IOException e) {
                  return false;
                }
              })
          .count();
    }
  }

  private JsonNode attach(long pid, String... options) throws Exception {
    Path json = scratch.resolve("late.json");
    List<String> command =
        new ArrayList<>(
            List.of(
                "attach",
                "" + pid,
                "--out",
                scratch.resolve("late.jfr").toString(),
                "--json",
                json.toString()));
    command.addAll(List.of(options));
    Uncork.Outcome outcome = Uncork.command(command.toArray(String[]::new)).in(scratch).run();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(Uncork.leftovers(scratch)).isEmpty();
    return new ObjectMapper().readTree(json.toFile());
  }

  private static void assertNamesTheHotLock(JsonNode report) {
    JsonNode hottest = report.path("locks").path(0);
    assertThat(hottest.path("name").asText()).contains("HotSpring");
    assertThat(hottest.path("site").asText()).contains("Contended.visit");
    assertThat(hottest.path("blocked").asLong()).isGreaterThan(100);
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#tested")
  void aRunningJvmIsObservedTwiceAndLeftAlone(int major) throws Exception {
    Uncork.Running target = target(Jdk.of(major), scratch);
    try {
      long pid = target.process().pid();
      assertNamesTheHotLock(attach(pid, "--for", LONG_ENOUGH));
      Await.until("our threads are gone", () -> threadsNamed(pid, "uncork") == 0);
      assertNamesTheHotLock(attach(pid, "--for", LONG_ENOUGH));
      Await.until("our threads are gone", () -> threadsNamed(pid, "uncork") == 0);
      assertThat(target.process().isAlive()).isTrue();
    } finally {
      target.process().destroyForcibly();
    }
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void aJvmThatIsStillBootingIsAwaited(int major) throws Exception {
    Jdk jdk = Jdk.of(major);
    Process booting =
        new ProcessBuilder(jdk.java(), "-cp", Uncork.programs(), Contended.class.getName(), "4")
            .redirectErrorStream(true)
            .redirectOutput(scratch.resolve("booting.log").toFile())
            .start();
    try {
      Path maps = Path.of("/proc", "" + booting.pid(), "maps");
      Await.until("a JVM is loaded", () -> Files.readString(maps).contains("/libjvm.so"));
      PassThroughTest.kill("STOP", booting.pid());
      Uncork.Running attach =
          Uncork.command("attach", "" + booting.pid(), "--for", "3s", "--out", "young.jfr")
              .in(scratch)
              .start();
      Await.until("it is being attached to", () -> !Uncork.leftovers(scratch).isEmpty());
      PassThroughTest.kill("CONT", booting.pid());
      Uncork.Outcome outcome = attach.await();
      assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
      assertThat(scratch.resolve("young.jfr")).isNotEmptyFile();
      assertThat(booting.isAlive()).isTrue();
    } finally {
      booting.destroyForcibly();
    }
  }

  @FastTier
  @Test
  void ctrlCEndsEarlyWithAReport() throws Exception {
    Uncork.Running target = target(Jdk.of(17), scratch);
    try {
      Path out = scratch.resolve("early.jfr");
      Uncork.Running attach =
          Uncork.command(
                  "attach", "" + target.process().pid(), "--for", "1h", "--out", out.toString())
              .in(scratch)
              .start();
      Await.until("the agent runs", () -> threadsNamed(target.process().pid(), "uncork") > 0);
      PassThroughTest.kill("INT", attach.process().pid());
      PassThroughTest.kill("INT", attach.process().pid());
      Uncork.Outcome outcome = attach.await();
      assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
      assertThat(out).isNotEmptyFile();
      assertThat(outcome.out()).contains("HotSpring");
    } finally {
      target.process().destroyForcibly();
    }
  }

  @Test
  void aTargetThatDiesLeavesItsRecording() throws Exception {
    Uncork.Running target = target(Jdk.of(17), scratch);
    Path out = scratch.resolve("died.jfr");
    Uncork.Running attach =
        Uncork.command(
                "attach", "" + target.process().pid(), "--for", "1h", "--out", out.toString())
            .in(scratch)
            .start();
    Await.until("the agent has written through", () -> hasFlushed());
    target.process().destroyForcibly();
    Uncork.Outcome outcome = attach.await();
    assertThat(outcome.err()).contains("ended while it was observed");
    assertThat(out).isNotEmptyFile();
  }

  private boolean hasFlushed() throws IOException {
    for (Path session : Uncork.leftovers(scratch)) {
      try (var files = Files.walk(session, FileVisitOption.FOLLOW_LINKS)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".jfr")).toList()) {
          byte[] bytes = Files.readAllBytes(file);
          // The offset of the metadata is written with the first flush.
          if (bytes.length > 32 && (bytes[28] | bytes[29] | bytes[30] | bytes[31]) != 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  @Test
  void theAgentStopsByItselfWhenTheCommandLineIsKilled() throws Exception {
    Uncork.Running target = target(Jdk.of(17), scratch);
    try {
      long pid = target.process().pid();
      Uncork.Running attach = Uncork.command("attach", "" + pid, "--for", "1h").in(scratch).start();
      Await.until("the agent runs", () -> threadsNamed(pid, "uncork") > 0);
      attach.process().destroyForcibly();
      Await.until("the agent has noticed", () -> threadsNamed(pid, "uncork") == 0);
      assertThat(target.process().isAlive()).isTrue();
    } finally {
      target.process().destroyForcibly();
    }
  }

  @Test
  void aDeadlockedJvmIsObserved() throws Exception {
    Uncork.Running target = deadlocked(scratch);
    try {
      long pid = target.process().pid();
      JsonNode report = attach(pid, "--for", "3s");
      assertThat(report.path("recording").path("durationNanos").asLong())
          .isGreaterThan(TimeUnit.SECONDS.toNanos(1));
    } finally {
      target.process().destroyForcibly();
    }
  }

  @AllTier // It waits for as long as a JVM is given to answer.
  @Test
  void aJvmThatComesToNoSafepointIsGivenUpWithItsThreadNamed() throws Exception {
    Path log = scratch.resolve("looping.log");
    Process looping =
        new ProcessBuilder(
                Jdk.of(17).java(),
                "-XX:+UseSerialGC", // Others split such a loop.
                "-cp",
                Uncork.programs(),
                Looping.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      Await.until("the loop is compiled", () -> Files.readString(log).contains("compiled"));
      Uncork.Outcome outcome =
          Uncork.command("attach", "" + looping.pid(), "--for", "2s").in(scratch).run();
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("thread main ran all the time").hasLineCount(1);
      assertThat(Uncork.leftovers(scratch)).isEmpty();
    } finally {
      looping.destroyForcibly();
    }
  }

  /** A JVM in mount and pid namespaces of its own, as in a container. */
  @Test
  void aJvmInAContainerNamespaceIsObserved() throws Exception {
    observesInside("--mount", "--pid", "--fork", "--mount-proc");
  }

  /** As from an ephemeral container of Kubernetes, which shares the processes but no files. */
  @Test
  void aJvmWithOtherFilesButTheSameProcessIdsIsObserved() throws Exception {
    observesInside("--mount");
    assertThat(Path.of("/tmp"))
        .isDirectoryNotContaining(file -> Files.isSymbolicLink(file) && isSocketLink(file));
  }

  private static boolean isSocketLink(Path file) {
    return file.getFileName().toString().startsWith(".java_pid");
  }

  private void observesInside(String... namespaces) throws Exception {
    Assumptions.assumeTrue(
        "root".equals(System.getProperty("user.name")), "namespaces need root here");
    // The classes stay in sight; this checkout, should it lie in /tmp, does not.
    String inside =
        "mount --bind '" + Uncork.programs() + "' /mnt && mount -t tmpfs none /tmp && exec \"$@\"";
    Jdk jdk = Jdk.of(17);
    List<String> command = new ArrayList<>(List.of("unshare"));
    command.addAll(List.of(namespaces));
    command.addAll(List.of("sh", "-c", inside, "sh", jdk.java(), "-cp", "/mnt"));
    command.addAll(List.of(Contended.class.getName(), "4"));
    Process unshare =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(scratch.resolve("inside.log").toFile())
            .start();
    try {
      if (unshare.waitFor(1, TimeUnit.SECONDS)) {
        Assumptions.abort(
            "unshare is refused here: " + Files.readString(scratch.resolve("inside.log")));
      }
      Await.until("the target runs", () -> visitors(unshare.toHandle()) >= 4);
      ProcessHandle jvm = unshare.toHandle().descendants().findFirst().orElse(unshare.toHandle());
      assertNamesTheHotLock(attach(jvm.pid(), "--for", LONG_ENOUGH));
      try (var left = Files.list(Path.of("/proc", "" + jvm.pid(), "root", "tmp"))) {
        assertThat(left.map(p -> p.getFileName().toString()))
            .noneMatch(name -> name.contains("uncork"));
      }
    } finally {
      unshare.descendants().forEach(ProcessHandle::destroyForcibly);
      unshare.destroyForcibly();
    }
  }
}
