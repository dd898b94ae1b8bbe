package dev.uncork.agent.nopreempt;

/**
 * Whether threads begin clearly fewer sections than they did in the trial, for some seconds. It may
 * be that there is less to do; or that others want the processors by now, to whom threads with
 * longer slices would lose more than their share.
 */
final class Pace {
  private static final double FALLEN = 0.75;
  private static final int SECONDS_IN_A_ROW = 3;

  private final double perSecond;
  private long counted;
  private int slowSeconds;

  /** From a trial, in which so many sections began in a second. */
  Pace(double perSecond) {
    this.perSecond = perSecond;
  }

  /**
   * A second is over.
   *
   * @param sections that have begun since a way was last switched on, which starts the count anew
   */
  boolean fell(long sections) {
    boolean anew = sections < counted;
    boolean slow = !anew && sections - counted < FALLEN * perSecond;
    counted = sections;
    slowSeconds = slow ? slowSeconds + 1 : 0;
    return slowSeconds >= SECONDS_IN_A_ROW;
  }
}
