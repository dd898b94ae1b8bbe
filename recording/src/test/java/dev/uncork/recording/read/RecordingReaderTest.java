package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Capability;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockClassUse;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockSource;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.ProcessTick;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.parse.ChunkScan;
import dev.uncork.recording.problem.Damage;
import dev.uncork.recording.problem.ReadProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingReaderTest {
  @TempDir Path dir;

  @Test
  void readsEveryFieldThatTheAgentWrites() throws IOException {
    ReadOutcome outcome = RecordingReader.read(SampleRecording.write(dir.resolve("a.jfr")));

    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.complete()).isTrue();
    Recording recording = outcome.recording().orElseThrow();
    assertThat(recording.byUncork()).isTrue();
    assertThat(recording.collector())
        .isEqualTo(
            new CollectorInfo(
                "0.1.0",
                "run",
                4711,
                "com.acme.Main 8",
                List.of("java", "-cp", "a b", "com.acme.Main", "8", ""),
                "OpenJDK 17",
                "0-1",
                2));
    assertThat(recording.capabilities())
        .containsExactly(
            new Capability(
                "holders", false, "no can_get_monitor_info: holders are unknown; use HotSpot"));
    assertThat(recording.cpu()).hasSize(1);
    CpuTick tick = recording.cpu().get(0);
    assertThat(tick.processBusy()).isEqualTo(0.5f);
    assertThat(tick.machineBusy()).isEqualTo(0.75f);
    assertThat(tick.busyCpus()).isEqualTo(2);
    assertThat(recording.cpuBusyShares()).containsExactly(1.0, 0.5);
    assertThat(recording.threads())
        .containsExactly(new ThreadUse(4712, "worker-1", 90_000_000, 1, 1, 0, 30_000));
    assertThat(recording.threadSeconds()).hasSize(1);
    assertThat(recording.threadSeconds().get(0).saturatedThreads()).isEqualTo(1);
    assertThat(recording.threadSeconds().get(0).runQueueNanos()).isEqualTo(40_000_000);
    assertThat(recording.process().get(0).bytesWritten()).isEqualTo(123_456);
    assertThat(recording.process().get(0).voluntarySwitches()).isEqualTo(17);
    assertThat(recording.process().get(0).involuntarySwitches()).isEqualTo(ProcessTick.UNKNOWN);
    assertThat(recording.progress().get(0).rate()).isEqualTo(250.5);
    assertThat(recording.collectorCost()).contains(new CollectorInfo.Cost(1_000_000, 65_536));
    assertThat(recording.gcs()).anyMatch(Gc::explicit);
  }

  @Test
  void addsUpTheCountsOfALock() throws IOException {
    Recording recording =
        RecordingReader.read(SampleRecording.write(dir.resolve("a.jfr"), 10))
            .recording()
            .orElseThrow();

    assertThat(recording.lockSource()).isEqualTo(LockSource.UNCORK);
    assertThat(recording.locks()).hasSize(1);
    LockUse lock = recording.locks().get(0);
    assertThat(lock.id()).isEqualTo(new LockId("com.acme.Counter", 77, LockKind.MONITOR));
    assertThat(lock.blocked()).isEqualTo(420);
    assertThat(lock.totalAcquireNanos()).isEqualTo(50_000_000);
    assertThat(lock.maxAcquireNanos()).isEqualTo(1_000_000);
    assertThat(lock.waits()).isEqualTo(30);
    assertThat(lock.waitedNanos()).isEqualTo(90_000_000);
    assertThat(lock.waiters()).hasSize(1);
    assertThat(lock.waiters().get(0).count()).isEqualTo(420);
    assertThat(lock.waiters().get(0).frames())
        .containsExactly(
            new Frame("com.acme.Counter", "increment", "Counter.java", 12),
            new Frame("com.acme.Worker", "run", "Worker.java", 30));
    assertThat(lock.holders().get(0).threadName()).isEqualTo("worker-3");
    assertThat(lock.seconds().stream().mapToLong(LockUse.LockSecond::blocked).sum()).isEqualTo(420);
    assertThat(recording.lockClasses())
        .containsExactly(
            new LockClassUse(
                "com.acme.Counter",
                LockKind.MONITOR,
                1,
                420,
                50_000_000,
                1_000_000,
                30,
                90_000_000));
  }

  @Test
  void namesWhatIsWrongWithAFileThatHoldsNoRecording() throws IOException {
    Path empty = Files.createFile(dir.resolve("empty.jfr"));
    Path text = Files.writeString(dir.resolve("text.jfr"), "this is not a recording\n");

    Path gone = dir.resolve("gone.jfr");

    assertThat(problem(gone)).isEqualTo(new ReadProblem.Missing(gone));
    assertThat(problem(empty)).isEqualTo(new ReadProblem.Empty(empty));
    assertThat(problem(text)).isEqualTo(new ReadProblem.NoRecording(text, new Damage.NoJfrFile()));
    assertThat(problem(dir)).isEqualTo(new ReadProblem.Directory(dir));
  }

  @Test
  void readsWholeChunksBeforeADamagedOne() throws IOException {
    byte[] good = Files.readAllBytes(SampleRecording.write(dir.resolve("a.jfr")));
    byte[] both = java.util.Arrays.copyOf(good, good.length + good.length / 2);
    System.arraycopy(good, 0, both, good.length, good.length / 2);
    Path file = Files.write(dir.resolve("cut.jfr"), both);

    ReadOutcome outcome = RecordingReader.read(file);

    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.problems())
        .containsExactly(
            new ReadProblem.DamagedAfter(
                file, new Damage.Cut(good.length, good.length / 2, good.length), 1));
    assertThat(outcome.recording().orElseThrow().locks().get(0).blocked()).isEqualTo(42);
    assertThat(Files.readAllBytes(file)).isEqualTo(both);
  }

  @Test
  void readsAChunkThatAKilledJvmWasJustUpdating() throws IOException {
    byte[] bytes = Files.readAllBytes(SampleRecording.write(dir.resolve("a.jfr")));
    bytes[ChunkScan.STATE_OFFSET] = (byte) 255;

    ReadOutcome outcome = RecordingReader.read(Files.write(dir.resolve("b.jfr"), bytes));

    assertThat(outcome.recording().orElseThrow().locks().get(0).blocked()).isEqualTo(42);
  }

  @Test
  void aRecordingWithoutEventsHoldsNoRecording() throws IOException {
    Path file = dir.resolve("none.jfr");
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.start();
      recording.stop();
      recording.dump(file);
    }

    ReadOutcome outcome = RecordingReader.read(file);

    assertThat(outcome.recording().map(Recording::locks).orElse(List.of())).isEmpty();
    assertThat(outcome.recording().map(Recording::lockSource).orElse(LockSource.NONE))
        .isEqualTo(LockSource.NONE);
  }

  private static ReadProblem problem(Path file) {
    ReadOutcome outcome = RecordingReader.read(file);
    assertThat(outcome.recording()).isEmpty();
    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.problems()).hasSize(1);
    return outcome.problems().get(0);
  }
}
