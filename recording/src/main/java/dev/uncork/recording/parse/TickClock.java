package dev.uncork.recording.parse;

/**
 * From the ticks in which JFR tells time to nanoseconds.
 *
 * @param startTicks at a moment
 * @param startNanos at the same moment, since 1970
 * @param ticksPerSecond of the machine's clock
 */
public record TickClock(long startTicks, long startNanos, long ticksPerSecond) {
  private static final long MOST_DRIFT_NANOS = 1_000_000_000L;

  /** Since 1970. */
  long nanos(long ticks) {
    return startNanos + span(ticks - startTicks);
  }

  /** So many ticks in nanoseconds. */
  long span(long ticks) {
    return ticksPerSecond == 1_000_000_000L ? ticks : (long) (ticks / (ticksPerSecond / 1e9));
  }

  /**
   * The clock of the next chunk: this one, so that time has no jumps within a recording, unless
   * another JVM wrote that chunk or its clock was set.
   */
  TickClock then(TickClock next) {
    boolean same =
        next.ticksPerSecond == ticksPerSecond
            && Math.abs(nanos(next.startTicks) - next.startNanos) <= MOST_DRIFT_NANOS;
    return same ? this : next;
  }
}
