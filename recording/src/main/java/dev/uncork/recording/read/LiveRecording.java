package dev.uncork.recording.read;

import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The last seconds of a recording that is being made, as a recording of their own.
 *
 * <p>Events are kept as they are, so that all that is made of a file can be made of them. Bounded
 * in time and in number; safe for any thread.
 */
public final class LiveRecording {
  private static final int MAX_EVENTS = 200_000;
  private static final int MAX_DESCRIBING = 1_000;

  private final Duration window;
  private final Deque<RecordedEvent> events = new ArrayDeque<>();
  private final List<RecordedEvent> describing = new ArrayList<>();
  private Instant latest = Instant.EPOCH;
  private Instant first = Instant.MAX;

  /** Keeps the events of so long a time. */
  public LiveRecording(Duration window) {
    this.window = window;
  }

  /** Takes one event in, which must not be reused by its stream. */
  public synchronized void add(RecordedEvent event) {
    if (RecordingBuilder.describes(event.getEventType().getName())) {
      if (describing.size() < MAX_DESCRIBING) {
        describing.add(event);
      }
      return;
    }
    Instant time = event.getEndTime();
    latest = time.isAfter(latest) ? time : latest;
    first = time.isBefore(first) ? time : first;
    events.addLast(event);
    Instant oldest = latest.minus(window);
    while (events.size() > MAX_EVENTS || events.getFirst().getEndTime().isBefore(oldest)) {
      events.removeFirst();
    }
  }

  /** When the latest event was; the epoch before the first. */
  public synchronized Instant latest() {
    return latest;
  }

  /** What happened in the window, up to the latest event. */
  public Recording recording() {
    List<RecordedEvent> kept;
    Instant begin;
    Instant end;
    synchronized (this) {
      kept = new ArrayList<>(describing);
      kept.addAll(events);
      end = latest;
      begin = latest.minus(window);
      begin = first.isAfter(begin) && first.isBefore(latest) ? first : begin;
    }
    RecordingBuilder builder = new RecordingBuilder(begin, new TimeRange(begin, end.plusNanos(1)));
    for (RecordedEvent event : kept) {
      builder.accept(event);
    }
    return builder.build(Math.max(0, Duration.between(begin, end).toNanos()));
  }
}
