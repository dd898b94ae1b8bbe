package dev.uncork.agent.remedy.nopreempt;

import java.util.Locale;

/** Seconds with and without one way of the remedy, and what they say about it. */
final class WayTrial {
  private static final double HELPS = 0.8;

  /** Of the sections, that a loss within chance may have. */
  private static final double SMALL_LOSS = 0.02;

  /** Standard deviations that two counts must lie apart: less is chance once in forty trials. */
  private static final double NO_CHANCE = 2;

  private final double[] late = new double[2];
  private final double[] blocked = new double[2];
  private final double[] sections = new double[2];
  private final double[] sectionSquares = new double[2];
  private final double secondsOfEach;

  /** Of so many seconds with the remedy, and as many without. */
  WayTrial(int secondsOfEach) {
    this.secondsOfEach = secondsOfEach;
  }

  /**
   * A second is over.
   *
   * @param with whether it was one with the remedy
   * @param sectionsPerSecond that threads began
   */
  void count(boolean with, long blockedAcquires, long lateAcquires, double sectionsPerSecond) {
    int on = with ? 1 : 0;
    late[on] += lateAcquires;
    blocked[on] += blockedAcquires;
    sections[on] += sectionsPerSecond;
    sectionSquares[on] += sectionsPerSecond * sectionsPerSecond;
  }

  /** Whether clearly fewer acquires were late, or as few were late and clearly fewer blocked. */
  boolean helps() {
    return clearlyFewer(late) || late[1] <= late[0] && clearlyFewer(blocked);
  }

  /** Counts of independent events scatter by the square root of what is expected (Poisson). */
  private static boolean clearlyFewer(double[] counts) {
    return counts[1] <= HELPS * counts[0]
        && counts[0] - counts[1] > NO_CHANCE * Math.sqrt(counts[0] + counts[1]);
  }

  /** Acquires a second that are late without the remedy. */
  double latePerSecondWithout() {
    return late[0] / secondsOfEach;
  }

  /** Acquires that are still late with the remedy, as a share of those without it. */
  double remainingShare() {
    return late[0] > 0 ? late[1] / late[0] : 1;
  }

  /** Sections that threads began in a second with the remedy. */
  double sectionsPerSecond() {
    return sections[1] / secondsOfEach;
  }

  /** Sections that were begun with the remedy, as a share of those without it. */
  double sectionsShare() {
    return sections[0] > 0 ? sections[1] / sections[0] : 1;
  }

  /**
   * Whether threads began at least as many sections with the remedy, or hardly fewer and no fewer
   * than seconds differ by themselves.
   */
  boolean losesNothing() {
    double loss = sections[0] - sections[1];
    return loss <= 0
        || loss <= SMALL_LOSS * sections[0]
            && loss <= NO_CHANCE * Math.sqrt(sumVariance(0) + sumVariance(1));
  }

  /** The variance of a sum of {@link #sections}, estimated from the seconds that it is of. */
  private double sumVariance(int on) {
    double squares = sectionSquares[on] - sections[on] * sections[on] / secondsOfEach;
    return Math.max(0, squares) * secondsOfEach / (secondsOfEach - 1);
  }

  String sectionFigures() {
    return String.format(
        Locale.ROOT,
        "sections %.0f -> %.0f",
        sections[0] / secondsOfEach,
        sections[1] / secondsOfEach);
  }

  String figures() {
    return String.format(
        Locale.ROOT,
        "late acquires %.0f -> %.0f a second, blocked %.0f -> %.0f",
        late[0] / secondsOfEach,
        late[1] / secondsOfEach,
        blocked[0] / secondsOfEach,
        blocked[1] / secondsOfEach);
  }
}
