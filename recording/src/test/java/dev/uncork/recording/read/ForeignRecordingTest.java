package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Note;
import dev.uncork.recording.Recording;
import dev.uncork.recording.WaitKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignRecordingTest {
  @TempDir Path dir;

  /** A lock of a class of its own, so that the recording's row is known. */
  private static final class Guard {}

  @Test
  void locksComeFromJfrWithTheThresholdThatHidesTheRest() throws Exception {
    Recording recording = RecordingReader.read(contended(Duration.ZERO)).recording().orElseThrow();

    assertThat(recording.byUncork()).isFalse();
    assertThat(recording.lockSource()).isEqualTo(LockSource.JFR_ABOVE_THRESHOLD);
    assertThat(recording.jfrThresholdNanos()).isZero();
    LockUse lock =
        recording.locks().stream()
            .filter(use -> use.id().lockClass().equals(Guard.class.getName()))
            .findFirst()
            .orElseThrow();
    assertThat(lock.blocked()).isEqualTo(1);
    assertThat(lock.totalAcquireNanos()).isPositive();
    assertThat(lock.waiters().get(0).frames().get(0).className())
        .startsWith(ForeignRecordingTest.class.getName());
    assertThat(recording.collector().pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(recording.collector().availableCpus()).isPositive();
  }

  @Test
  void aThresholdThatHidesAllLeavesTheLabel() throws Exception {
    Recording recording =
        RecordingReader.read(contended(Duration.ofHours(1))).recording().orElseThrow();

    assertThat(recording.locks())
        .noneMatch(use -> use.id().lockClass().equals(Guard.class.getName()));
    assertThat(recording.lockSource()).isEqualTo(LockSource.JFR_ABOVE_THRESHOLD);
    assertThat(recording.jfrThresholdNanos()).isEqualTo(Duration.ofHours(1).toNanos());
  }

  @Test
  void withoutEventsOfWaitsThereAreNoSnapshots() throws Exception {
    Path file = dir.resolve("cpu.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.ActiveSetting");
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
      recording.start();
      recording.stop();
      recording.dump(file);
    }

    Recording recording = RecordingReader.read(file).recording().orElseThrow();

    assertThat(recording.snapshots()).isEmpty();
    assertThat(recording.notes()).hasSize(1).first().isInstanceOf(Note.JfrWaits.class);
    assertThat(((Note.JfrWaits) recording.notes().get(0)).recorded()).isEmpty();
  }

  @Test
  void kindsOfWaitsThatWereNotRecordedAreNoted() throws Exception {
    Recording recording = RecordingReader.read(contended(Duration.ZERO)).recording().orElseThrow();

    assertThat(recording.notes())
        .containsExactly(
            new Note.JfrWaits(
                List.of(new Note.JfrWaits.OfKind(WaitKind.MONITOR, 0, false)),
                List.of(
                    WaitKind.NOTIFICATION,
                    WaitKind.PARK,
                    WaitKind.SLEEP,
                    WaitKind.SOCKET,
                    WaitKind.FILE),
                false));
  }

  private Path contended(Duration threshold) throws IOException, InterruptedException {
    Path file = dir.resolve("foreign.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.enable("jdk.JavaMonitorEnter").withThreshold(threshold).withStackTrace();
      recording.enable("jdk.JVMInformation");
      recording.enable("jdk.CPUInformation");
      recording.enable("jdk.ActiveSetting");
      recording.start();
      blockOnce(new Guard());
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static void blockOnce(Guard guard) throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    Thread waiter =
        new Thread(
            () -> {
              started.countDown();
              synchronized (guard) {
                Thread.onSpinWait();
              }
            });
    synchronized (guard) {
      waiter.start();
      started.await();
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (waiter.getState() != Thread.State.BLOCKED && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
    }
    waiter.join();
  }
}
