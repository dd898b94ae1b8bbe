package dev.uncork.recording;

import dev.uncork.protocol.thread.ServiceThreadName;

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
 * @param runQueueNanos how long the application's threads were ready to run but had no CPU, summed
 *     over threads
 * @param service the part of {@code cpuNanos} that isn't the application's
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
    long runQueueNanos,
    Service service) {

  /**
   * CPU time of threads that serve the program.
   *
   * @param gc of the collector's threads
   * @param compilation of the JIT compilers
   * @param jvm of the JVM's other threads, and of JFR's and Uncork's
   */
  public record Service(long gc, long compilation, long jvm) {
    /** None. */
    public static final Service NONE = new Service(0, 0, 0);

    /** With what a thread of some name used. */
    public Service plus(String name, long nanos) {
      return new Service(
          gc + (ServiceThreadName.GC.matches(name) ? nanos : 0),
          compilation + (ServiceThreadName.COMPILER.matches(name) ? nanos : 0),
          jvm + (ServiceThreadName.JVM.matches(name) ? nanos : 0));
    }
  }

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
        0,
        Service.NONE);
  }
}
