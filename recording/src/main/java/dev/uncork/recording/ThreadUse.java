package dev.uncork.recording;

/**
 * CPU time and placement of one thread over the whole recording.
 *
 * @param osThreadId id that the kernel gave it
 * @param lastCpu CPU that it was last seen on
 * @param cpuChanges how often two samples in a row were on different CPUs
 * @param nanosPerTurn CPU time that it used each time it got a CPU, on average; not positive where
 *     unknown
 */
public record ThreadUse(
    long osThreadId,
    String name,
    long cpuNanos,
    int lastCpu,
    long samples,
    long cpuChanges,
    long nanosPerTurn) {
  /**
   * CPU time of a turn, on average, below which a thread gave its core away by itself: the
   * scheduler leaves it longer.
   */
  public static final long LONG_TURN_NANOS = 1_000_000;

  /** A thread of which nobody knows how often it got a CPU. */
  public ThreadUse(
      long osThreadId, String name, long cpuNanos, int lastCpu, long samples, long cpuChanges) {
    this(osThreadId, name, cpuNanos, lastCpu, samples, cpuChanges, 0);
  }
}
