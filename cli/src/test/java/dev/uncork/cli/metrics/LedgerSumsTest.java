package dev.uncork.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.protocol.EventName;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of a real recording, as they come in while it is made. */
class LedgerSumsTest {
  private static final Duration STEP = Duration.ofSeconds(2);

  private final List<Recording> steps = new ArrayList<>();
  private final LedgerSums sums = new LedgerSums(STEP, this::ledger);
  @TempDir Path dir;

  /** All of three cores' time was work. */
  private Ledger ledger(Recording recording) {
    steps.add(recording);
    double seconds = recording.durationNanos() / 1e9;
    Ledger.Row work = new Ledger.Row(RowKind.WORK, 3 * seconds, List.of(), List.of(3.0));
    return new Ledger(3 * seconds, List.of(work), seconds, 0);
  }

  private List<RecordedEvent> events() throws IOException {
    Path file = dir.resolve("a.jfr");
    Path packed = Path.of("src/test/resources/approved/monitors.jfr.gz");
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
      Files.copy(in, file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith(EventName.PREFIX))
        .sorted(Comparator.comparing(RecordedEvent::getEndTime))
        .toList();
  }

  @Test
  void stepsFollowEachOtherWithoutGapOrOverlap() throws IOException {
    List<RecordedEvent> events = events();
    events.forEach(sums::add);

    assertThat(steps).hasSizeGreaterThan(2);
    for (int i = 1; i < steps.size(); i++) {
      assertThat(steps.get(i).start()).isEqualTo(steps.get(i - 1).start().plus(STEP));
    }
    Instant begin = steps.get(0).start();
    Instant end = begin.plus(STEP.multipliedBy(steps.size()));
    long ticks =
        steps.stream().flatMap(step -> step.cpu().stream()).map(CpuTick::endMillis).count();
    assertThat(ticks)
        .isEqualTo(
            events.stream()
                .filter(event -> event.getEventType().getName().equals(EventName.CPU_USE))
                .filter(event -> !event.getEndTime().isBefore(begin))
                .filter(event -> event.getEndTime().isBefore(end))
                .count());
    assertThat(sums.coreSeconds().get(RowKind.WORK))
        .isCloseTo(3.0 * STEP.toSeconds() * steps.size(), within(1e-6));
    assertThat(sums.coreSeconds())
        .as("rows that are zero are there from the first step")
        .hasSize(RowKind.values().length);
  }

  @Test
  void thereAreNoneBeforeTheFirstStep() throws IOException {
    events().stream().limit(5).forEach(sums::add);

    assertThat(sums.coreSeconds()).isEmpty();
  }
}
