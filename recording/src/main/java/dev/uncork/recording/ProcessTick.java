package dev.uncork.recording;

/**
 * Counters of the process over one interval, a second where the agent recorded.
 *
 * @param endMillis end of the interval, since the start of the recording
 * @param voluntarySwitches times that threads gave up their CPU; 0 where unknown
 * @param involuntarySwitches times that they lost it; 0 where unknown
 * @param bytesRead bytes passed to read calls, cached or not
 * @param bytesWritten bytes passed to write calls, cached or not
 * @param residentBytes resident set at the end
 * @param threads number of threads at the end
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
    int threads) {

  /** The interval that covers this one and the next. */
  ProcessTick merge(ProcessTick next) {
    return new ProcessTick(
        next.endMillis,
        intervalNanos + next.intervalNanos,
        userNanos + next.userNanos,
        systemNanos + next.systemNanos,
        minorFaults + next.minorFaults,
        majorFaults + next.majorFaults,
        voluntarySwitches + next.voluntarySwitches,
        involuntarySwitches + next.involuntarySwitches,
        bytesRead + next.bytesRead,
        bytesWritten + next.bytesWritten,
        next.residentBytes,
        next.threads);
  }
}
