package dev.uncork.agent.observe.work;

import java.util.ArrayDeque;
import java.util.Deque;

/** How the growth of a number compares with what the program prints, time for time. */
final class PrintedMatch {
  private static final int KEPT = 4;

  /** How far the two may be apart; lines are printed somewhat later than the program counts. */
  private static final double MOST_ERROR = 0.05;

  /** The same where one is a multiple of the other, which happens by chance as well. */
  private static final double MOST_ERROR_OF_MULTIPLE = 0.02;

  private static final int LEAST_FOR_MULTIPLE = 3;
  private static final int LARGEST_MULTIPLE = 16;

  private final Deque<Double> ratios = new ArrayDeque<>();

  /**
   * So much was printed while the number grew so much.
   *
   * @param grown negative where it isn't known
   */
  void printed(double operations, double grown) {
    if (operations <= 0 || grown < 0) {
      return;
    }
    ratios.addLast(operations / Math.max(1, grown));
    if (ratios.size() > KEPT) {
      ratios.removeFirst();
    }
  }

  /** Whether both count the same, or one in units of so many. */
  boolean agrees() {
    return !ratios.isEmpty()
        && (error(1) <= MOST_ERROR
            || ratios.size() >= LEAST_FOR_MULTIPLE && error(multiple()) <= MOST_ERROR_OF_MULTIPLE);
  }

  /** How far they are apart; more for a multiple. */
  double error() {
    double same = error(1);
    return same <= MOST_ERROR ? same : MOST_ERROR + error(multiple());
  }

  /**
   * What is printed for one that is counted: a whole number, a power of ten, or a part like these.
   */
  private double multiple() {
    double ratio = ratios.getLast();
    double large = ratio >= 1 ? ratio : 1 / ratio;
    double whole =
        large < LARGEST_MULTIPLE + 0.5
            ? Math.rint(large)
            : Math.pow(10, Math.rint(Math.log10(large)));
    return ratio >= 1 ? whole : 1 / whole;
  }

  private double error(double multiple) {
    return ratios.stream().mapToDouble(r -> Math.abs(r / multiple - 1)).max().orElse(1);
  }
}
