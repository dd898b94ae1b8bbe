package dev.uncork.agent.observe.experiment;

/**
 * What the program did in the last second.
 *
 * @param busyCores CPU time of the process per time
 * @param otherCores what other processes took of the cores that it may use
 * @param fullThreads threads that ran without a pause, on average
 * @param blockedThreads threads that were blocked at locks, on average
 * @param compilingCores CPU time of the JIT compilers per time
 */
public record ProgramActivity(
    double busyCores,
    double otherCores,
    double fullThreads,
    double blockedThreads,
    double compilingCores) {
  /** A bit less than one of two: a single thread is busy, too. */
  private static final double BUSY_SHARE = 0.45;

  private static final double LEAST_BUSY = 0.5;

  /** Two, of which one may have been interrupted. */
  private static final double FULL_THREADS = 1.8;

  private static final double CONTENDED_THREADS = 0.5;
  private static final double LEAST_CONTENDED = 0.3;
  private static final double RESTING_COMPILERS = 0.1;

  /**
   * Whether its speed depends on the cores that it may use: it is busy, some of its threads are all
   * the time, or locks keep it from that.
   */
  boolean dependsOn(int cores) {
    return busyCores >= Math.max(LEAST_BUSY, BUSY_SHARE * (cores - otherCores))
        || fullThreads >= FULL_THREADS
        || blockedThreads >= CONTENDED_THREADS && busyCores >= LEAST_CONTENDED;
  }

  /** Cores that its threads would use if there were enough and no lock were in the way. */
  int wantedCores() {
    return (int) Math.ceil(busyCores + blockedThreads);
  }

  boolean isWarm() {
    return compilingCores <= RESTING_COMPILERS;
  }
}
