package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that follow each other, and parts of them. */
class TimeRangeTest {
  @TempDir Path dir;

  @Test
  void recordingsThatOverlapAreMergedWithoutCountingTwice() throws IOException {
    Path first = SampleRecording.write(dir.resolve("1.jfr"), 2);
    Path second = SampleRecording.write(dir.resolve("2.jfr"), 3);
    Path both = dir.resolve("both.jfr");
    Files.write(both, Files.readAllBytes(first));
    Files.write(both, Files.readAllBytes(second), StandardOpenOption.APPEND);

    Path merged = dir.resolve("merged.jfr");
    List<TimeRange> chunks = ChunkMerge.write(List.of(second, both, first), TimeRange.ALL, merged);

    assertThat(chunks).hasSize(2);
    assertThat(blocked(merged, TimeRange.ALL)).isEqualTo(5 * 42);
  }

  @Test
  void onlyWhatHappenedInTheRangeCounts() throws IOException {
    Path first = SampleRecording.write(dir.resolve("1.jfr"), 2);
    Instant between = Instant.now();
    Path second = SampleRecording.write(dir.resolve("2.jfr"), 3);
    Path merged = dir.resolve("merged.jfr");
    ChunkMerge.write(List.of(first, second), TimeRange.ALL, merged);

    assertThat(blocked(merged, new TimeRange(Instant.MIN, between))).isEqualTo(2 * 42);
    assertThat(blocked(merged, new TimeRange(between, Instant.MAX))).isEqualTo(3 * 42);
    Recording late =
        RecordingReader.read(merged, new TimeRange(between, Instant.MAX)).recording().orElseThrow();
    assertThat(late.start()).isEqualTo(between);
    assertThat(late.byUncork()).isTrue();
  }

  @Test
  void aTimelineHasTheThreadsOfTheRange() throws IOException {
    Path file = SampleRecording.write(dir.resolve("1.jfr"), 2);

    assertThat(Timeline.read(file, TimeRange.ALL).threads())
        .extracting(Timeline.ThreadLine::name)
        .contains("worker-1");
    assertThat(Timeline.read(file, new TimeRange(Instant.now(), Instant.MAX)).threads()).isEmpty();
  }

  private static long blocked(Path file, TimeRange range) {
    return RecordingReader.read(file, range).recording().orElseThrow().locks().stream()
        .mapToLong(LockUse::blocked)
        .sum();
  }
}
