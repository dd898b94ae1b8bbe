package dev.uncork.recording.read;

import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import java.time.Instant;

/**
 * One pass over the events of a file, and what it makes of them.
 *
 * @param <T> what is made
 */
interface FilePass<T> {
  /**
   * Called once, before the events.
   *
   * @param covered from the first event that can come to the last one
   */
  EventSink begin(TimeRange covered);

  /** Called after the last event that could be read. */
  T end();

  /** The model of a recording. */
  final class Model implements FilePass<Recording> {
    private final TimeRange range;
    private TimeRange covered = new TimeRange(Instant.EPOCH, Instant.EPOCH);
    private RecordingBuilder builder = new RecordingBuilder(Instant.EPOCH, covered);

    Model(TimeRange range) {
      this.range = range;
    }

    @Override
    public EventSink begin(TimeRange seen) {
      covered = seen;
      builder = new RecordingBuilder(seen.from(), range);
      return builder;
    }

    @Override
    public Recording end() {
      return builder.build(covered.nanos());
    }
  }
}
