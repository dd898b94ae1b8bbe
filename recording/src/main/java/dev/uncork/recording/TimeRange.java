package dev.uncork.recording;

import java.time.Duration;
import java.time.Instant;

/**
 * A range of time.
 *
 * @param from inclusive
 * @param to exclusive
 */
public record TimeRange(Instant from, Instant to) {
  /** All of the time. */
  public static final TimeRange ALL = new TimeRange(Instant.MIN, Instant.MAX);

  /** Whether a moment lies in it. */
  public boolean holds(Instant moment) {
    return !moment.isBefore(from) && moment.isBefore(to);
  }

  /** Whether a stretch of time has a part in it. */
  public boolean meets(Instant begin, Instant end) {
    return begin.isBefore(to) && !end.isBefore(from);
  }

  /** Its length. */
  public long nanos() {
    return Math.max(0, Duration.between(from, to).toNanos());
  }

  /** The part of it that lies in a stretch of time; empty at the stretch's start if none does. */
  public TimeRange within(Instant begin, Instant end) {
    Instant later = from.isAfter(begin) ? from : begin;
    Instant earlier = to.isBefore(end) ? to : end;
    return earlier.isBefore(later) ? new TimeRange(begin, begin) : new TimeRange(later, earlier);
  }
}
