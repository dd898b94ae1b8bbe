package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.parse.ChunkScan;
import dev.uncork.recording.problem.ReadProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts, flips and noise: every outcome is a recording or a problem, in bounded time, never an
 * exception.
 */
class DamagedRecordingTest {
  @TempDir Path dir;

  private byte[] good = new byte[0];

  @BeforeEach
  void record() throws IOException {
    good = Files.readAllBytes(SampleRecording.write(dir.resolve("good.jfr"), 3));
  }

  @Test
  void aCutAnywhereIsReported() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      int length = i < 80 ? i : random.nextInt(good.length);

      ReadOutcome outcome = read(Arrays.copyOf(good, length));

      assertThat(outcome.complete()).as("cut at %d", length).isFalse();
      assertThat(outcome.problems()).as("cut at %d", length).isNotEmpty();
    }
  }

  @Test
  void flippedBytesNeverThrow() throws IOException {
    Random random = new Random(2);
    for (int i = 0; i < 250; i++) {
      byte[] bytes = good.clone();
      int flips = 1 + random.nextInt(8);
      for (int j = 0; j < flips; j++) {
        int at = i < 136 && j == 0 ? i / 2 : random.nextInt(bytes.length);
        bytes[at] ^= (byte) (1 + random.nextInt(255));
      }

      expectSense(read(bytes));
    }
  }

  @Test
  void smashedStretchesNeverThrow() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 60; i++) {
      byte[] bytes = good.clone();
      int from = ChunkScan.HEADER_BYTES + random.nextInt(bytes.length - ChunkScan.HEADER_BYTES);
      byte[] noise = new byte[Math.min(1 + random.nextInt(4000), bytes.length - from)];
      random.nextBytes(noise);
      System.arraycopy(noise, 0, bytes, from, noise.length);

      expectSense(read(bytes));
    }
  }

  @Test
  void damagedWaitsOfOtherRecordingsNeverThrow() throws Exception {
    good = Files.readAllBytes(waits(dir.resolve("waits.jfr")));
    assertThat(read(good).recording().orElseThrow().snapshots()).isNotEmpty();
    Random random = new Random(5);
    for (int i = 0; i < 120; i++) {
      byte[] bytes = good.clone();
      int flips = 1 + random.nextInt(40);
      for (int j = 0; j < flips; j++) {
        int at = ChunkScan.HEADER_BYTES + random.nextInt(bytes.length - ChunkScan.HEADER_BYTES);
        bytes[at] ^= (byte) (1 + random.nextInt(255));
      }

      expectSense(read(bytes));
    }
  }

  /** One wait of each kind that can be had quickly, and a thread dump. */
  private static Path waits(Path file) throws Exception {
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      for (String type : List.of("ThreadPark", "ThreadSleep", "JavaMonitorWait", "FileWrite")) {
        recording.enable("jdk." + type).withThreshold(Duration.ZERO).withStackTrace();
      }
      recording.enable("jdk.ThreadDump").with("period", "everyChunk");
      recording.enable("jdk.ActiveSetting");
      recording.start();
      Object bell = new Object();
      for (int i = 0; i < 20; i++) {
        LockSupport.parkNanos(bell, 5_000_000);
        TimeUnit.MILLISECONDS.sleep(5);
        synchronized (bell) {
          bell.wait(5);
        }
        Files.writeString(file, "written");
      }
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  @Test
  void arbitraryBytesAreRefused() throws IOException {
    Random random = new Random(4);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[1 + random.nextInt(5000)];
      random.nextBytes(bytes);
      if (i % 2 == 0) {
        System.arraycopy(good, 0, bytes, 0, Math.min(68, bytes.length));
      }

      ReadOutcome outcome = read(bytes);

      assertThat(outcome.problems()).isNotEmpty();
      expectSense(outcome);
    }
  }

  private static void expectSense(ReadOutcome outcome) {
    assertThat(outcome.recording().isPresent() || !outcome.problems().isEmpty()).isTrue();
    assertThat(
            outcome.complete() && !outcome.problems().isEmpty() && outcome.recording().isPresent())
        .isFalse();
    for (ReadProblem problem : outcome.problems()) {
      assertThat(problem.toString()).doesNotContain("\n").doesNotContain("\tat ");
    }
    outcome
        .recording()
        .ifPresent(recording -> assertThat(recording.durationNanos()).isNotNegative());
  }

  private ReadOutcome read(byte[] bytes) throws IOException {
    Path file = Files.write(dir.resolve("damaged.jfr"), bytes);
    long start = System.nanoTime();
    ReadOutcome outcome = RecordingReader.read(file);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    return outcome;
  }
}
