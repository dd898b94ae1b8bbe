package dev.uncork.cli.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.event.ContendedLockEvent;
import dev.uncork.recording.read.RecordingReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that are taken, kept for a while and put together again. */
class RingTest {
  private static final Duration DAY = Duration.ofDays(1);

  private static final long PLENTY = 1L << 40;

  @TempDir Path scratch;

  private Path recorded(Path file, long blocked) throws IOException {
    Files.createDirectories(file.getParent());
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.start();
      ContendedLockEvent lock = new ContendedLockEvent();
      lock.lockClass = "com.acme.Cache";
      lock.kind = "monitor";
      lock.instance = 1;
      lock.blocked = blocked;
      lock.commit();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static long blocked(MergedRecordings merged, TimeRange range) {
    return RecordingReader.read(merged.recordings().get(0).file().orElseThrow(), range)
        .recording()
        .orElseThrow()
        .locks()
        .stream()
        .mapToLong(lock -> lock.blocked())
        .sum();
  }

  @Test
  void whatTheAgentFinishedIsTakenAndReportedAsOne() throws IOException {
    Ring ring = Ring.in(scratch.resolve("ring"), DAY, PLENTY);
    try (SessionDirectory session = SessionDirectory.open(ring.directory())) {
      recorded(session.directory().resolve("4711/ring/1.jfr"), 40);
      recorded(session.directory().resolve("4711/ring/2.jfr"), 2);
      Files.writeString(session.directory().resolve("4711/ring/3.jfr.part"), "half");
      ring.look(session);
    }
    assertThat(Ring.recordings(ring.directory()))
        .hasSize(2)
        .allMatch(file -> file.getFileName().toString().matches("uncork-4711-\\d{8}T\\d{6}Z.*"));
    try (MergedRecordings merged = MergedRecordings.of(ring.directory(), TimeRange.ALL)) {
      assertThat(blocked(merged, TimeRange.ALL)).isEqualTo(42);
    }
  }

  @Test
  void whatAKilledSessionHadFinishedIsReadableAndAdopted() throws IOException {
    Path directory = scratch.resolve("ring");
    recorded(directory.resolve(".uncork-session-1/4711/ring/1.jfr"), 40);

    try (MergedRecordings merged = MergedRecordings.of(directory, TimeRange.ALL)) {
      assertThat(blocked(merged, TimeRange.ALL)).isEqualTo(40);
    }
    Ring.in(directory, DAY, PLENTY);
    assertThat(Ring.recordings(directory)).hasSize(1);
  }

  @Test
  void theOldestGoAndOtherFilesStay() throws IOException {
    Ring ring = Ring.in(scratch.resolve("ring"), DAY, PLENTY);
    for (int i = 0; i < 4; i++) {
      ring.add(recorded(scratch.resolve("x/" + i + ".jfr"), 1), "47");
    }
    Path mine = Files.writeString(ring.directory().resolve("mine.jfr"), "mine");
    Path first = Ring.recordings(ring.directory()).stream().sorted().findFirst().orElseThrow();
    FileTime old = FileTime.from(Instant.now().minus(DAY).minusSeconds(60));
    Files.setLastModifiedTime(first, old);
    Files.setLastModifiedTime(mine, old);

    try (SessionDirectory session = SessionDirectory.open(scratch)) {
      ring.look(session);
      assertThat(Ring.recordings(ring.directory())).hasSize(3).doesNotContain(first);
      long one = Files.size(Ring.recordings(ring.directory()).get(0));
      Ring.in(ring.directory(), DAY, one + one / 2).look(session);
    }
    assertThat(Ring.recordings(ring.directory())).hasSize(1);
    assertThat(mine).exists();
  }

  @Test
  void aRangeWithoutRecordingsIsRefusedWithWhatThereIs() throws IOException {
    Ring ring = Ring.in(scratch.resolve("ring"), DAY, PLENTY);
    ring.add(recorded(scratch.resolve("x/1.jfr"), 1), "47");

    Instant past = Instant.parse("2001-01-01T00:00:00Z");
    assertThatThrownBy(
            () -> MergedRecordings.of(ring.directory(), new TimeRange(past, past.plusSeconds(1))))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("nothing was recorded in that range of time")
        .hasMessageContaining("covers 20");
    assertThatThrownBy(() -> MergedRecordings.of(scratch, TimeRange.ALL))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("holds no recordings of a continuous run");
  }
}
