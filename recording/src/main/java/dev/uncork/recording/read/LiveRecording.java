package dev.uncork.recording.read;

import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.StreamedEvent;
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
  private final Deque<JfrEvent> events = new ArrayDeque<>();
  private final List<JfrEvent> describing = new ArrayList<>();
  private Instant latest = Instant.EPOCH;
  private Instant first = Instant.MAX;

  /** Keeps the events of so long a time. */
  public LiveRecording(Duration window) {
    this.window = window;
  }

  /** Takes one event in, which must not be reused by its stream. */
  public synchronized void add(RecordedEvent streamed) {
    JfrEvent event = new StreamedEvent(streamed);
    if (RecordingBuilder.describes(event.type())) {
      if (describing.size() < MAX_DESCRIBING) {
        describing.add(event);
      }
      return;
    }
    Instant time = event.end();
    latest = time.isAfter(latest) ? time : latest;
    first = time.isBefore(first) ? time : first;
    events.addLast(event);
    Instant oldest = latest.minus(window);
    while (events.size() > MAX_EVENTS || events.getFirst().end().isBefore(oldest)) {
      events.removeFirst();
    }
  }

  /** When the latest event was; the epoch before the first. */
  public synchronized Instant latest() {
    return latest;
  }

  /** When the first event was; far in the future before it. */
  public synchronized Instant first() {
    return first;
  }

  /** What happened in the window, up to the latest event. */
  public Recording recording() {
    Instant begin;
    Instant end;
    synchronized (this) {
      end = latest;
      begin = latest.minus(window);
      begin = first.isAfter(begin) && first.isBefore(latest) ? first : begin;
    }
    return recording(new TimeRange(begin, end.plusNanos(1)));
  }

  /** What happened in a part of the window. */
  public Recording recording(TimeRange range) {
    List<JfrEvent> kept;
    synchronized (this) {
      kept = new ArrayList<>(describing);
      kept.addAll(events);
    }
    RecordingBuilder builder = new RecordingBuilder(range, range);
    for (JfrEvent event : kept) {
      builder.partFor(event.type()).ifPresent(part -> part.accept(event));
    }
    return builder.end();
  }
}
