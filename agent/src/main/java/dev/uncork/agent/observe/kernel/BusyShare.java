package dev.uncork.agent.observe.kernel;

/**
 * How much of its CPUs' time a process used from one reading of its CPU time to the next.
 *
 * <p>The clock has to be read right after the CPU time: where threads wait for cores, seconds may
 * pass between the beginning of a tick and the reading, and would be taken for time in which other
 * processes had the CPUs.
 */
final class BusyShare {
  private long cpuNanos = -1;
  private long atNanos;
  private float share;

  /**
   * Adds a reading.
   *
   * @param usedNanos CPU time that the process has used since it began
   * @param nowNanos {@link System#nanoTime} at that moment
   * @param cpus that it may use
   */
  void add(long usedNanos, long nowNanos, int cpus) {
    long possible = (nowNanos - atNanos) * cpus;
    long used = usedNanos - cpuNanos;
    boolean first = cpuNanos < 0;
    if (!first && possible > 0) {
      share = Math.min(1f, (float) used / possible);
    }
    // What is more than there can have been was read late: it belongs to the time that follows.
    cpuNanos = first ? usedNanos : Math.min(usedNanos, cpuNanos + Math.max(0, possible));
    atNanos = nowNanos;
  }

  /** From 0 to 1, as of the last reading; 0 before the second one. */
  float share() {
    return share;
  }
}
