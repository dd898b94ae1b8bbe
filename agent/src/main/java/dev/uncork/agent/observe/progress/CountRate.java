package dev.uncork.agent.observe.progress;

import dev.uncork.protocol.progress.ProgressOrigin;
import dev.uncork.recording.event.ProgressEvent;
import java.util.OptionalDouble;

/** The rate of a count between two readings, emitted as an event. */
final class CountRate {
  private final ProgressOrigin source;
  private long operations;
  private long atNanos;
  private boolean started;
  private String label = "";

  CountRate(ProgressOrigin source) {
    this.source = source;
  }

  /** What is counted, in the words of whoever tells it. */
  void label(String words) {
    label = words;
  }

  /** A reading of now; the first one, and one after the count fell back, have no rate and say 0. */
  void reading(long count, long timeNanos) {
    reading(count, timeNanos, 0, OptionalDouble.empty());
  }

  /** A reading of so long ago, with the rate that was told, if any. */
  void reading(long count, long timeNanos, long ageNanos, OptionalDouble told) {
    long elapsed = timeNanos - atNanos;
    double grown =
        started && elapsed > 0 && count >= operations ? (count - operations) * 1e9 / elapsed : 0;
    ProgressEvent event = new ProgressEvent();
    event.operations = count;
    event.age = Math.max(0, ageNanos);
    event.rate = told.orElse(grown);
    event.source = source.label();
    event.label = label;
    event.commit();
    started = true;
    operations = count;
    atNanos = timeNanos;
  }
}
