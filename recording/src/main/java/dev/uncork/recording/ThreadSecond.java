package dev.uncork.recording;

/**
 * How the threads of the process shared the CPUs over one second.
 *
 * @param second seconds since the start of the recording
 * @param coveredNanos how much of the second the samples cover
 * @param cpuNanos CPU time of all threads
 * @param runningThreads threads that used at least 5 % of one CPU
 * @param saturatedThreads threads that used at least 70 % of one CPU
 * @param topThreadId OS id of the thread that used most
 * @param topThread its name
 * @param topCpuNanos its CPU time
 * @param runQueueNanos how long threads were ready to run but had no CPU, summed over threads
 */
public record ThreadSecond(
    int second,
    long coveredNanos,
    long cpuNanos,
    int runningThreads,
    int saturatedThreads,
    long topThreadId,
    String topThread,
    long topCpuNanos,
    long runQueueNanos) {
  /** A second in which no thread waited for a CPU, or of which that isn't known. */
  public ThreadSecond(
      int second,
      long coveredNanos,
      long cpuNanos,
      int runningThreads,
      int saturatedThreads,
      long topThreadId,
      String topThread,
      long topCpuNanos) {
    this(
        second,
        coveredNanos,
        cpuNanos,
        runningThreads,
        saturatedThreads,
        topThreadId,
        topThread,
        topCpuNanos,
        0);
  }
}
