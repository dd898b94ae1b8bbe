package dev.uncork.agent.remedy.nopreempt;

/**
 * Whether threads begin clearly fewer sections than they did in the trial, at some looks in a row.
 * It may be that there is less to do; or that others want the processors by now, to whom threads
 * with longer slices would lose more than their share.
 */
final class SectionRate {
  private static final double FALLEN = 0.75;
  private static final int LOOKS_IN_A_ROW = 3;

  private final double perSecond;
  private long counted;
  private int slowLooks;

  /** From a trial, in which so many sections began in a second. */
  SectionRate(double perSecond) {
    this.perSecond = perSecond;
  }

  /**
   * A look at the count.
   *
   * @param sections that have begun since a way was last switched on, which starts the count anew
   * @param seconds since the look before
   */
  boolean fell(long sections, double seconds) {
    boolean anew = sections < counted;
    boolean slow = !anew && sections - counted < FALLEN * perSecond * seconds;
    counted = sections;
    slowLooks = slow ? slowLooks + 1 : 0;
    return slowLooks >= LOOKS_IN_A_ROW;
  }

  /** Whether the last look may be the first of a fall. */
  boolean mayFall() {
    return slowLooks > 0;
  }
}
