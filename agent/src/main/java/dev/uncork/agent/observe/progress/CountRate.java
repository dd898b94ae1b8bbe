package dev.uncork.agent.observe.progress;

import dev.uncork.protocol.ProgressOrigin;
import dev.uncork.recording.event.ProgressEvent;

/** The rate of a count between two readings, emitted as an event. */
final class CountRate {
  private final ProgressOrigin source;
  private long operations;
  private long atNanos;
  private boolean started;

  CountRate(ProgressOrigin source) {
    this.source = source;
  }

  /** A reading; the first one, and one after the count fell back, have no rate and say 0. */
  void reading(long count, long timeNanos) {
    long elapsed = timeNanos - atNanos;
    ProgressEvent event = new ProgressEvent();
    event.operations = count;
    event.rate =
        started && elapsed > 0 && count >= operations ? (count - operations) * 1e9 / elapsed : 0;
    event.source = source.label();
    event.commit();
    started = true;
    operations = count;
    atNanos = timeNanos;
  }
}
