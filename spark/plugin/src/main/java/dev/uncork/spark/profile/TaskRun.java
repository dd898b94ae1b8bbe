package dev.uncork.spark.profile;

/**
 * A task that ended, or runs.
 *
 * @param threadId the kernel's id of its thread; -1 where unknown
 * @param startMillis since the epoch
 * @param minorFaults page faults that its thread had meanwhile; 0 where unknown
 * @param majorFaults those that read from a disk
 * @param queuedNanos in which its thread was ready to run and had no core; 0 where unknown
 */
record TaskRun(
    int threadId,
    int stageId,
    int stageAttempt,
    long startMillis,
    long endMillis,
    long minorFaults,
    long majorFaults,
    long queuedNanos) {
  /** What is known of it at a time before its end: not what is counted then. */
  TaskRun until(long millis) {
    return new TaskRun(threadId, stageId, stageAttempt, startMillis, millis, 0, 0, 0);
  }
}
