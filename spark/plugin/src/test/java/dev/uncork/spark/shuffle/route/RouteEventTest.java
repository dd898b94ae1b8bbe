package dev.uncork.spark.shuffle.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The event {@code uncork.ShuffleRoute}, in recordings that somebody else makes. */
class RouteEventTest {
  private static final String NAME = "uncork.ShuffleRoute";

  @TempDir private Path directory;

  private final Routes routes = new Routes();

  /** What a recording has, by routes; it lasts no longer than its start and end. */
  private Map<String, RecordedEvent> recorded() throws IOException {
    Path file = directory.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(NAME).with("period", "endChunk");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    return events.stream()
        .collect(Collectors.toMap(event -> event.getString("route"), Function.identity()));
  }

  @Test
  void aRecordingTellsWhatCameByEachRouteThatWasUsed() throws IOException {
    RouteEvent.of(routes);
    assertThat(recorded()).isEmpty();
    routes.registrations(() -> new long[] {3, 4096});
    routes.asked(Routes.Route.UCX, 2);
    routes.arrived(Routes.Route.UCX, 5_000_000_000L);
    routes.asked(Routes.Route.NETTY_FAILED, 1);
    Map<String, RecordedEvent> events = recorded();
    assertThat(events).containsOnlyKeys("ucx", "netty failed");
    RecordedEvent ucx = events.get("ucx");
    assertThat(ucx.getBoolean("fallback")).isFalse();
    assertThat(ucx.getLong("blocks")).isEqualTo(2);
    assertThat(ucx.getLong("bytes")).isEqualTo(5_000_000_000L);
    assertThat(ucx.getLong("registrations")).isEqualTo(3);
    assertThat(ucx.getLong("registeredBytes")).isEqualTo(4096);
    RecordedEvent failed = events.get("netty failed");
    assertThat(failed.getBoolean("fallback")).isTrue();
    assertThat(failed.getLong("blocks")).isEqualTo(1);
    assertThat(failed.getLong("bytes")).isZero();
  }
}
