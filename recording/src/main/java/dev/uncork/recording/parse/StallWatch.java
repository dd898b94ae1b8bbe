package dev.uncork.recording.parse;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Tells a parser that turns in circles from one that the machine doesn't let run: only the former
 * takes processor time without reading an event. One that does neither is given up in the end, too.
 */
final class StallWatch {
  /** A thread that turns in circles has at least this much of the time. */
  private static final double BUSY_SHARE = 0.5;

  private static final int LIMITS_IN_THE_END = 8;

  private final long limitNanos;
  private long events = -1;
  private long nanos;
  private long cpuNanos;

  StallWatch(Duration limit) {
    limitNanos = limit.toNanos();
  }

  /**
   * Takes notice of how far the parser has come.
   *
   * @param eventsNow read so far
   * @param nanosNow of a steady clock
   * @param cpuNanosNow that the parser's thread has had; negative if the JVM doesn't tell
   * @return whether it will never read another event
   */
  boolean isStalled(long eventsNow, long nanosNow, long cpuNanosNow) {
    if (eventsNow != events) {
      events = eventsNow;
      nanos = nanosNow;
      cpuNanos = cpuNanosNow;
      return false;
    }
    long passed = nanosNow - nanos;
    boolean busy = cpuNanosNow < 0 || cpuNanosNow - cpuNanos >= BUSY_SHARE * limitNanos;
    return passed >= limitNanos && (busy || passed >= LIMITS_IN_THE_END * limitNanos);
  }

  /** Processor time that a thread has had; negative if the JVM doesn't tell. */
  static long cpuNanos(Thread thread) {
    try {
      return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
    } catch (UnsupportedOperationException e) {
      return -1;
    }
  }
}
