package dev.uncork.recording.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.thread.ServiceThreadName;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.Note;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.WaitKind;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What ordinary flight recordings of each JDK tell about the waits of {@link WaitingProgram}. */
@DefaultTier
class JfrWaitsTest {
  private static final int RUN_MILLIS = 3_000;

  private static final Map<Made, Path> FILES = new ConcurrentHashMap<>();

  @TempDir static Path dir;

  /** A JDK and one of its settings. */
  record Made(Jdk jdk, String settings) {
    @Override
    public String toString() {
      return jdk + ", " + settings;
    }
  }

  static Stream<Made> recordings() {
    return Jdk.tested()
        .map(Jdk::of)
        .flatMap(jdk -> Stream.of("default", "profile").map(settings -> new Made(jdk, settings)));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void eachWayToWaitIsSeenWithItsStackAndObject(Made made) {
    Path file = record(made);

    Recording recording = RecordingReader.read(file).recording().orElseThrow();

    assertThat(recording.snapshots())
        .isSortedAccordingTo(Comparator.comparingLong(Snapshot::atMillis));
    Figures seen = Figures.whileRunning(recording.snapshots());
    assertThat(seen.snapshots).hasSizeGreaterThan(RUN_MILLIS / 50 * 2 / 3);
    seen.mostly("sleeper", Thread.State.TIMED_WAITING, thread -> in(thread, "sleep"));
    seen.mostly(
        "parker",
        Thread.State.TIMED_WAITING,
        thread -> thread.blocker().className().endsWith("$Bell") && in(thread, "parkNanos"));
    seen.mostly(
        "waiter",
        Thread.State.TIMED_WAITING,
        thread -> thread.blocker().className().endsWith("$Bell") && in(thread, "wait"));
    seen.mostly(
        "reader",
        Thread.State.RUNNABLE,
        thread -> thread.blocker().resource().matches("[^:]+:\\d+") && thread.cpuShare() == 0);
    seen.often("main", Thread.State.RUNNABLE, thread -> thread.cpuShare() == 1);
    seen.oneSleepsAndItsLockBlocksTheOthers();
  }

  /** The settings "profile" have a dump made once a minute only. */
  @ParameterizedTest
  @MethodSource("recordings")
  void waitsThatHaveNotEndedAreSeenWhereThereIsAThreadDump(Made made) {
    Recording recording = RecordingReader.read(record(made)).recording().orElseThrow();
    assertThat(waits(recording).unended()).isEqualTo(made.settings.equals("default"));
    if (!waits(recording).unended()) {
      return;
    }

    Figures seen = Figures.whileRunning(recording.snapshots());
    seen.deadlocked("stuck-left", "stuck-right");
    seen.deadlocked("stuck-right", "stuck-left");
    seen.mostly(
        "stuck-juc",
        Thread.State.WAITING,
        thread -> thread.blocker().className().contains("ReentrantLock"));
    seen.mostly("accepting", Thread.State.RUNNABLE, thread -> thread.cpuShare() < 0);
  }

  /** Which are as if they ran, in native code, but wait there for the program to need them. */
  @ParameterizedTest
  @MethodSource("recordings")
  void threadsOfTheJvmAreNoneOfTheProgram(Made made) {
    Recording recording = RecordingReader.read(record(made)).recording().orElseThrow();

    assertThat(recording.snapshots())
        .flatExtracting(Snapshot::threads)
        .extracting(ThreadSample::threadName)
        .contains("sleeper")
        .noneMatch(ServiceThreadName::serves);
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void whatIsMissingIsNoted(Made made) {
    Recording recording = RecordingReader.read(record(made)).recording().orElseThrow();

    Note.JfrWaits waits = waits(recording);
    assertThat(recording.lockSource()).isEqualTo(LockSource.JFR_ABOVE_THRESHOLD);
    assertThat(waits.off()).isEmpty();
    assertThat(waits.recorded())
        .extracting(Note.JfrWaits.OfKind::kind)
        .containsExactly(WaitKind.values());
    long threshold = Duration.ofMillis(made.settings.equals("profile") ? 10 : 20).toNanos();
    long ofSockets = made.jdk.major() >= 25 ? 1_000_000 : threshold;
    assertThat(waits.recorded())
        .allMatch(
            of -> of.thresholdNanos() == (of.kind() == WaitKind.SOCKET ? ofSockets : threshold));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void aRangeOfTimeHoldsWaitsThatReachIntoIt(Made made) {
    Path file = record(made);
    Recording whole = RecordingReader.read(file).recording().orElseThrow();
    TimeRange range =
        new TimeRange(
            whole.start().plusMillis(RUN_MILLIS / 2),
            whole.start().plusMillis(RUN_MILLIS / 2 + 500));

    Recording part = RecordingReader.read(file, range).recording().orElseThrow();

    assertThat(part.snapshots()).hasSizeBetween(9, 11);
    new Figures(part.snapshots()).mostly("sleeper", Thread.State.TIMED_WAITING, thread -> true);
  }

  /** Each is made once for all tests. */
  private static Path record(Made made) {
    return FILES.computeIfAbsent(
        made,
        key -> {
          try {
            return run(key);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static Path run(Made made) throws IOException {
    Path file = dir.resolve(made.jdk.major() + made.settings + ".jfr");
    Process process =
        new ProcessBuilder(
                made.jdk.java(),
                "-Xlog:jfr*=off",
                "-XX:StartFlightRecording=filename=" + file + ",settings=" + made.settings,
                "-cp",
                System.getProperty("java.class.path"),
                WaitingProgram.class.getName(),
                String.valueOf(RUN_MILLIS))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.onExit().join().exitValue()).as(output).isZero();
    return file;
  }

  private static Note.JfrWaits waits(Recording recording) {
    return recording.notes().stream()
        .filter(Note.JfrWaits.class::isInstance)
        .map(Note.JfrWaits.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static boolean in(ThreadSample thread, String method) {
    return thread.stack().stream().limit(3).anyMatch(frame -> frame.method().startsWith(method));
  }

  /** What was seen at some moments. */
  private static final class Figures {
    final List<Snapshot> snapshots;

    Figures(List<Snapshot> snapshots) {
      this.snapshots = snapshots;
    }

    /** From when the main thread is seen running, until it isn't any more. */
    static Figures whileRunning(List<Snapshot> snapshots) {
      List<Integer> running =
          IntStream.range(0, snapshots.size())
              .filter(
                  i ->
                      snapshots.get(i).threads().stream()
                          .anyMatch(
                              thread -> thread.stack().toString().contains("WaitingProgram.main")))
              .boxed()
              .toList();
      assertThat(running).isNotEmpty();
      return new Figures(snapshots.subList(running.get(0), running.get(running.size() - 1) + 1));
    }

    void mostly(String name, Thread.State state, Predicate<ThreadSample> expected) {
      assertThat(count(name, state, expected))
          .as(() -> name + " in " + samples(name))
          .isGreaterThan(snapshots.size() * 3L / 4);
    }

    /** A thread that runs isn't sampled while it lacks a core, or when the sampler fails. */
    void often(String name, Thread.State state, Predicate<ThreadSample> expected) {
      assertThat(count(name, state, expected))
          .as(() -> name + " in " + samples(name))
          .isGreaterThan(snapshots.size() / 10L);
    }

    private long count(String name, Thread.State state, Predicate<ThreadSample> expected) {
      return snapshots.stream()
          .flatMap(snapshot -> snapshot.threads().stream())
          .filter(thread -> thread.threadName().equals(name) && thread.state() == state)
          .filter(expected)
          .count();
    }

    void oneSleepsAndItsLockBlocksTheOthers() {
      long explained = 0;
      for (Snapshot snapshot : snapshots) {
        List<ThreadSample> guarded =
            snapshot.threads().stream()
                .filter(thread -> thread.threadName().startsWith("guarded-"))
                .toList();
        List<Long> sleeping =
            guarded.stream()
                .filter(thread -> thread.state() == Thread.State.TIMED_WAITING)
                .map(ThreadSample::threadId)
                .toList();
        boolean owned =
            guarded.stream()
                .filter(thread -> thread.state() == Thread.State.BLOCKED)
                .allMatch(thread -> sleeping.contains(thread.blocker().owner()));
        explained += owned && guarded.size() == 3 && sleeping.size() == 1 ? 1 : 0;
      }
      assertThat(explained).as(() -> samples("guarded-1")).isGreaterThan(snapshots.size() * 3L / 4);
    }

    void deadlocked(String name, String ownerName) {
      long owner =
          snapshots.stream()
              .flatMap(snapshot -> snapshot.threads().stream())
              .filter(thread -> thread.threadName().equals(ownerName))
              .mapToLong(ThreadSample::threadId)
              .findFirst()
              .orElse(0);
      mostly(name, Thread.State.BLOCKED, thread -> thread.blocker().owner() == owner);
    }

    private String samples(String name) {
      return snapshots.size()
          + " snapshots: "
          + snapshots.stream()
              .flatMap(snapshot -> snapshot.threads().stream())
              .filter(thread -> thread.threadName().equals(name))
              .collect(Collectors.groupingBy(thread -> thread, Collectors.counting()));
    }
  }
}
