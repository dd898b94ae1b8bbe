package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.systemtests.program.Busy;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program is held on fewer cores for some moments, and doesn't notice. */
@DefaultTier
class ExperimentTest {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final long WATCHED_NANOS = 4_000_000_000L;
  private static final long HALF_SECOND_NANOS = 500_000_000;

  @TempDir Path scratch;

  @BeforeEach
  void needsTwoCores() {
    assumeTrue(PROCESSORS > 1);
  }

  private Uncork busy(Jdk jdk, String until, int idleThreads, String... options) {
    List<String> words = new ArrayList<>(List.of("run", "--out", "busy.jfr"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", jdk.java(), "-cp", Uncork.programs(), Busy.class.getName()));
    words.addAll(List.of(until, "" + idleThreads));
    return Uncork.command(words.toArray(String[]::new)).in(scratch);
  }

  private List<RecordedEvent> windows() throws IOException {
    return RecordingFile.readAllEvents(scratch.resolve("busy.jfr")).stream()
        .filter(event -> event.getEventType().getName().equals("uncork.ExperimentWindow"))
        .toList();
  }

  /** Waits for windows on so many cores; on a busy machine not each one counts. */
  private void awaitWindows(Instant begin, Set<Integer> cores) throws Exception {
    Await.until("chunks of the session", () -> repository().isPresent());
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    try (EventStream events = EventStream.openRepository(repository().orElseThrow())) {
      events.setStartTime(begin);
      events.onEvent("uncork.ExperimentWindow", window -> seen.add(window.getInt("cores")));
      events.startAsync();
      Await.until("windows on " + cores + " cores", () -> seen.containsAll(cores));
    }
  }

  private Optional<Path> repository() throws IOException {
    try (Stream<Path> files = Files.find(scratch, 3, (file, any) -> file.endsWith("repository"))) {
      return files.findFirst();
    }
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#tested")
  void aBusyProgramIsHeldOnEachNumberOfCoresAndIsToldOfAll(int major) throws Exception {
    Instant begin = Instant.now();
    Uncork.Running running = busy(Jdk.of(major), "input", 0).keepInputOpen().start();
    awaitWindows(begin, Set.of(1, PROCESSORS));
    running.process().getOutputStream().close();
    Uncork.Outcome outcome = running.await();
    assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
    assertThat(outcome.out()).contains("processors [" + PROCESSORS + "]");
    Set<Integer> cores = new TreeSet<>();
    for (RecordedEvent window : windows()) {
      int held = window.getInt("cores");
      cores.add(held);
      assertThat(window.getInt("threads") > 0).isEqualTo(held < PROCESSORS);
    }
    assertThat(cores).contains(1, PROCESSORS);
    assertThat(outcome.err()).doesNotContain("experiment:").doesNotContain("WARNING");
  }

  @Test
  void nobodyIsHeldWithNoExperiment() throws Exception {
    assertThat(busy(Jdk.of(17), "4500", 0, "--no-experiment").run().exitCode()).isZero();
    assertThat(windows()).isEmpty();
  }

  @Test
  void aThousandThreadsGetTheirCpusBackWhenUncorkIsKilled() throws Exception {
    Uncork.Running killed = busy(Jdk.of(17), "120000", 1000).start();
    ProcessHandle program = null;
    try {
      Await.until("the program is started", () -> program(killed).isPresent());
      program = program(killed).orElseThrow();
      Set<String> all = Set.of(Threads.allowed(Path.of("/proc/self/status")));
      Path tasks = Path.of("/proc", "" + program.pid(), "task");
      Path main = tasks.resolve("" + program.pid()).resolve("status");
      Await.until("it is held", () -> !all.contains(Threads.allowed(main)));
      killed.process().destroyForcibly();
      long killedNanos = System.nanoTime();
      while (!all.contains(Threads.allowed(main))) {
        assertThat(System.nanoTime() - killedNanos).isLessThan(HALF_SECOND_NANOS);
      }
      Await.until("all threads are given back", () -> Threads.allowed(tasks, "").equals(all));
      while (System.nanoTime() - killedNanos < WATCHED_NANOS) {
        assertThat(all).as("it stays so").contains(Threads.allowed(main));
      }
    } finally {
      killed.process().destroyForcibly();
      if (program != null) {
        program.destroyForcibly();
      }
    }
  }

  private static Optional<ProcessHandle> program(Uncork.Running command) {
    return command
        .process()
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains(Busy.class.getName()))
        .filter(child -> !child.info().commandLine().orElse("").contains(" run --out"))
        .findFirst();
  }
}
