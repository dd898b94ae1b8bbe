package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.Alternating;
import dev.uncork.systemtests.program.Preempted;
import dev.uncork.testsupport.AllTier;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The remedy {@code nopreempt} comes into a program under load and leaves it, without a trace. */
@DefaultTier
class NoPreemptTest {
  private static final Pattern TOLD =
      Pattern.compile("sections (\\d+) kept ([01]) requested (\\d+) deaths (\\d+)");
  private static final String LONG_SLICE = "20000000";
  private static final Duration CALM = Duration.ofMillis(300);
  private static final long MOST_OF_A_TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(700);
  private static final long LONGER_THAN_TURNS_NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(55);

  @TempDir Path scratch;

  /** The program under test, asked by a line, answering by a line. */
  private record Target(Process process, OutputStream in, BufferedReader out) {
    static Target start(Jdk jdk, Path directory) throws IOException {
      int threads = 4 * Runtime.getRuntime().availableProcessors();
      Process process =
          new ProcessBuilder(
                  jdk.java(), "-cp", Uncork.programs(), Preempted.class.getName(), "" + threads)
              .directory(directory.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Target target =
          new Target(
              process,
              process.getOutputStream(),
              new BufferedReader(
                  new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
      assertThat(target.out.readLine()).startsWith("here");
      return target;
    }

    Told tell() throws IOException {
      return ask('?');
    }

    /** From now on one thread works alone. */
    void rest() throws IOException {
      ask('r');
    }

    private Told ask(char question) throws IOException {
      in.write(question);
      in.flush();
      String line = out.readLine();
      assertThat(line).isNotNull();
      Matcher matcher = TOLD.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      return new Told(
          Long.parseLong(matcher.group(1)),
          matcher.group(2).equals("1"),
          Long.parseLong(matcher.group(3)),
          Long.parseLong(matcher.group(4)));
    }

    List<String> slices() throws IOException {
      return NoPreemptTest.slices(process.pid());
    }
  }

  /** Lengths of the time slices of a process' threads, as far as the kernel shows them. */
  private static List<String> slices(long pid) throws IOException {
    List<String> slices = new ArrayList<>();
    try (var threads = Files.list(Path.of("/proc", "" + pid, "task"))) {
      for (Path thread : threads.toList()) {
        try (var lines = Files.lines(thread.resolve("sched"))) {
          lines
              .filter(line -> line.startsWith("se.slice"))
              .forEach(line -> slices.add(line.replaceAll(".*:\\s*", "")));
        } catch (IOException | UncheckedIOException e) {
          continue; // the thread has ended
        }
      }
    }
    return slices;
  }

  private record Told(long sections, boolean kept, long requested, long deaths) {}

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void comesAndGoesUnderLoadAndLeavesNoRequest(int major) throws Exception {
    comesAndGoes(major, scratch);
  }

  /** Run here with what this kernel has, and in the lab's guest: {@link NoPreemptInGuest}. */
  static Uncork.Outcome comesAndGoes(int major, Path scratch) throws Exception {
    Target target = Target.start(Jdk.of(major), scratch);
    try {
      Uncork.Running attached = attach(target, scratch);
      Await.until("the remedy works in the program", () -> over(attached) || target.tell().kept());
      long before = target.tell().sections();
      Await.until(
          "it goes on for a while", () -> over(attached) || target.tell().sections() > before + 20);
      Uncork.without("kill", "-INT", "" + attached.process().pid()).run();
      Uncork.Outcome outcome = attached.await();
      Assumptions.assumeFalse(
          outcome.err().contains("dev.uncork.concurrent.TickLock"),
          "neither extension nor longer slices here: " + outcome.err());
      assertThat(outcome.err()).contains("nopreempt: ");
      assertThat(outcome.out()).contains("Preempted").contains("nopreempt: applied to");

      target.tell(); // forgets what was kept while the remedy was there
      Told after = target.tell();
      Await.until(
          "threads have died and worked since",
          () ->
              target.tell().deaths() > after.deaths() + 3
                  && target.tell().sections() > after.sections() + 100);
      Told last = target.tell();
      assertThat(last.kept()).as("sections of the old code keep their processor").isFalse();
      assertThat(last.requested()).as("requests left set").isZero();
      assertThat(target.slices()).doesNotContain(LONG_SLICE);
      target.in().close();
      assertThat(target.out().readLine()).isEqualTo("over");
      assertThat(target.process().waitFor()).isZero();
      return outcome;
    } finally {
      target.process().destroyForcibly();
    }
  }

  /**
   * In a trial, seconds with and without the remedy take turns; when it is over, the remedy is
   * there for longer, or gone for longer.
   */
  private static void awaitItsDecision(Target target) throws Exception {
    long[] lastKept = {System.nanoTime()};
    long[] lastTurn = {System.nanoTime()};
    Await.until(
        "the trial is over",
        () -> {
          boolean kept = target.tell().kept();
          long now = System.nanoTime();
          if (kept) {
            lastKept[0] = now;
          } else if (now - lastKept[0] > MOST_OF_A_TURN_NANOS) {
            lastTurn[0] = now;
          }
          return Math.max(now - lastTurn[0], now - lastKept[0]) > LONGER_THAN_TURNS_NANOS;
        });
  }

  private static void awaitItsEnd(Target target) throws Exception {
    long[] lastKept = {System.nanoTime()};
    Await.until(
        "the remedy is taken back",
        () -> {
          long now = System.nanoTime();
          lastKept[0] = target.tell().kept() ? now : lastKept[0];
          return now - lastKept[0] > LONGER_THAN_TURNS_NANOS;
        });
  }

  private static Uncork.Running attach(Target target, Path scratch) throws IOException {
    return Uncork.command(
            "attach",
            "" + target.process().pid(),
            "--for",
            "100s",
            "--remedy",
            "nopreempt",
            "--out",
            scratch.resolve("it.jfr").toString())
        .in(scratch)
        .start();
  }

  private static boolean over(Uncork.Running attached) {
    return !attached.process().isAlive();
  }

  @AllTier
  @Test
  void isTakenBackWhenNobodyWaitsAnyMore() throws Exception {
    Target target = Target.start(Jdk.of(17), scratch);
    try {
      Uncork.Running attached = attach(target, scratch);
      Await.until("the remedy works in the program", () -> over(attached) || target.tell().kept());
      awaitItsDecision(target);
      target.rest();
      awaitItsEnd(target);
      Uncork.without("kill", "-INT", "" + attached.process().pid()).run();
      Uncork.Outcome outcome = attached.await();
      Assumptions.assumeFalse(
          outcome.err().contains("dev.uncork.concurrent.TickLock"),
          "neither extension nor longer slices here: " + outcome.err());
      // A machine that is busy otherwise may not see it help.
      assertThat(outcome.out())
          .containsPattern("nobody\\s+has\\s+waited|no\\s+help|hardly\\s+any\\s+acquire");
      assertThat(target.slices()).doesNotContain(LONG_SLICE);
      assertThat(looksOnceALockWasLate(scratch.resolve("it.jfr")))
          .as("times between looks at CPUs, in trials and after them")
          .satisfiesAnyOf(
              looks -> assertThat(looks).isEmpty(),
              looks -> assertThat(looks.get(looks.size() / 2)).isGreaterThan(CALM));
    } finally {
      target.process().destroyForcibly();
    }
  }

  /** The sorted times between looks at the CPUs; none where no lock was late. */
  private static List<Duration> looksOnceALockWasLate(Path recording) throws IOException {
    List<Duration> looks = new ArrayList<>();
    boolean late = false;
    for (RecordedEvent event : inOrder(recording)) {
      if (event.getEventType().getName().equals("uncork.Remedy")) {
        late |= event.getString("state").equals("applied");
      } else if (late) {
        looks.add(event.getDuration("interval"));
      }
    }
    looks.sort(Comparator.naturalOrder());
    return looks;
  }

  /** What was done, and looks at the CPUs. */
  private static List<RecordedEvent> inOrder(Path recording) throws IOException {
    List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(recording));
    events.removeIf(
        event ->
            !List.of("uncork.Remedy", "uncork.CpuUse").contains(event.getEventType().getName()));
    events.sort(Comparator.comparing(RecordedEvent::getEndTime));
    return events;
  }

  @AllTier
  @Test
  void programsWithoutALateLockAreLookedAtRarelyAfterHalfAMinute() throws Exception {
    Uncork.Outcome outcome = synchmeth(17, "nopreempt", 1, 38);
    Assumptions.assumeFalse(
        outcome.err().contains("dev.uncork.concurrent.TickLock"),
        "neither extension nor longer slices here: " + outcome.err());
    assertThat(outcome.err()).contains("nopreempt: no lock needed it");
    try (var recordings = Files.newDirectoryStream(scratch, "*.jfr")) {
      List<RecordedEvent> looks = inOrder(recordings.iterator().next());
      assertThat(looks.get(looks.size() / 2).getDuration("interval")).isLessThan(CALM);
      assertThat(looks.get(looks.size() - 1).getDuration("interval")).isGreaterThan(CALM);
    }
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#representative")
  void allSectionsOfChosenClassesMayAsk(int major) throws Exception {
    Uncork.Outcome outcome = synchmeth(major, "nopreempt=*", 4, 1);
    assertThat(outcome.out()).contains("OK: counter");
    assertThat(outcome.err())
        .containsPattern("nopreempt: \\d+ methods chosen by name, by|TickLock");
  }

  private Uncork.Outcome synchmeth(int major, String remedy, int threads, int seconds)
      throws Exception {
    return Uncork.command(
            "run",
            "--remedy",
            remedy,
            "--",
            Jdk.of(major).java(),
            "-jar",
            Path.of(System.getProperty("uncork.home"), "workloads", "workloads.jar").toString(),
            "synchmeth",
            "--threads",
            "" + threads,
            "--seconds",
            "" + seconds)
        .in(scratch)
        .run();
  }

  /** Four threads under the remedy, on the first processor. */
  private Uncork.Running alternating(String seconds) throws IOException {
    List<String> command = onFirstProcessor(Uncork.launcher().toString(), "run", "--quiet");
    command.addAll(List.of("--remedy", "nopreempt", "--", Jdk.of(17).java()));
    command.addAll(List.of("-cp", Uncork.programs(), Alternating.class.getName(), "4", seconds));
    return Uncork.without(command.toArray(String[]::new)).in(scratch).start();
  }

  /** Another program, that wants all of the first processor. */
  private static Process busy() throws IOException {
    return new ProcessBuilder(onFirstProcessor("sh", "-c", "while :; do :; done")).start();
  }

  private static List<String> onFirstProcessor(String... command) {
    List<String> there = new ArrayList<>(List.of("taskset", "-c", "0"));
    there.addAll(List.of(command));
    return there;
  }

  /**
   * Beside another program a fifth of the processor is fair. Threads with longer slices lose most
   * of theirs then, so that these aren't to stay.
   */
  @AllTier
  @Test
  void keepsItsShareOfAProcessorBesideAnotherProgram() throws Exception {
    Process other = busy();
    try {
      long begin = System.nanoTime();
      Uncork.Outcome outcome = alternating("60").await();
      double elapsed = System.nanoTime() - begin;
      assertThat(outcome.out()).as(outcome.err()).contains("sections ");
      double share = other.info().totalCpuDuration().orElseThrow().toNanos() / elapsed;
      assertThat(share).as("the other program's share of the processor").isLessThan(0.45);
    } finally {
      other.destroyForcibly();
    }
  }

  @AllTier
  @Test
  void longerSlicesGiveWayToAProgramThatComesLater() throws Exception {
    Uncork.Running running = alternating("120");
    try {
      boolean stayed = awaitSlices(running, true);
      Assumptions.assumeTrue(
          stayed, "longer slices are not to be had here, or didn't help on a machine that is busy");
      Process other = busy();
      try {
        assertThat(awaitSlices(running, false)).as("threads have no longer slices").isTrue();
      } finally {
        other.destroyForcibly();
      }
    } finally {
      running.process().descendants().forEach(ProcessHandle::destroyForcibly);
      running.process().destroyForcibly();
    }
  }

  /**
   * Whether threads come to have longer slices, or none, for longer than a trial's second, within
   * the time that the program and this test have.
   */
  private static boolean awaitSlices(Uncork.Running running, boolean longer) throws Exception {
    long began = System.nanoTime();
    long[] since = {began};
    Await.until(
        "slices are what they are to be, or time is up",
        () -> {
          boolean any = false;
          for (ProcessHandle process : running.process().descendants().toList()) {
            any |= slices(process.pid()).contains(LONG_SLICE);
          }
          long now = System.nanoTime();
          since[0] = any == longer ? since[0] : now;
          return now - since[0] > LONGER_THAN_TURNS_NANOS || now - began > PATIENCE_NANOS;
        });
    return running.process().isAlive() && System.nanoTime() - since[0] > LONGER_THAN_TURNS_NANOS;
  }

  @Test
  void onlyThisRemedyComesToARunningProgram() throws Exception {
    Uncork.Outcome outcome =
        Uncork.command("attach", "" + ProcessHandle.current().pid(), "--remedy", "reserve").run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("expected nopreempt").contains("uncork run");
  }
}
