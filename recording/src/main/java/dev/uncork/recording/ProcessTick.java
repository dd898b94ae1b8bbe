package dev.uncork.recording;

/**
 * Counters of the process over one interval, a second where the agent recorded.
 *
 * @param endMillis end of the interval, since the start of the recording
 * @param voluntarySwitches times that threads gave up their CPU; {@link #UNKNOWN} where unknown
 * @param involuntarySwitches times that they lost it; {@link #UNKNOWN} where unknown
 * @param bytesRead bytes passed to read calls, cached or not; {@link #UNKNOWN} where unknown
 * @param bytesWritten bytes passed to write calls, cached or not; {@link #UNKNOWN} where unknown
 * @param residentBytes resident set at the end
 * @param threads number of threads at the end
 * @param throttledPeriods periods in which the control group's CPU quota ran out; 0 where unknown
 * @param throttledNanos time for which its threads were stopped then
 */
public record ProcessTick(
    long endMillis,
    long intervalNanos,
    long userNanos,
    long systemNanos,
    long minorFaults,
    long majorFaults,
    long voluntarySwitches,
    long involuntarySwitches,
    long bytesRead,
    long bytesWritten,
    long residentBytes,
    int threads,
    long throttledPeriods,
    long throttledNanos) {
  /** Stands for a counter that the kernel did not show. */
  public static final long UNKNOWN = -1;

  /** The sum of two counters, which is unknown when one of them is. */
  public static long sum(long a, long b) {
    return a < 0 || b < 0 ? UNKNOWN : a + b;
  }

  /** The interval that covers this one and the next. */
  public ProcessTick merge(ProcessTick next) {
    return new ProcessTick(
        next.endMillis,
        intervalNanos + next.intervalNanos,
        userNanos + next.userNanos,
        systemNanos + next.systemNanos,
        minorFaults + next.minorFaults,
        majorFaults + next.majorFaults,
        sum(voluntarySwitches, next.voluntarySwitches),
        sum(involuntarySwitches, next.involuntarySwitches),
        sum(bytesRead, next.bytesRead),
        sum(bytesWritten, next.bytesWritten),
        next.residentBytes,
        next.threads,
        throttledPeriods + next.throttledPeriods,
        throttledNanos + next.throttledNanos);
  }
}
