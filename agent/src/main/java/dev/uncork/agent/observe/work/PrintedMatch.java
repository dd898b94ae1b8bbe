package dev.uncork.agent.observe.work;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How the growth of a number compares with what the program prints, time for time.
 *
 * <p>A line may come late on a busy machine; then one time is too long and the next one too short
 * by as much. So the sums over the last few count.
 */
final class PrintedMatch {
  private static final int KEPT = 4;

  /** How far the two may be apart in all. */
  private static final double MOST_ERROR = 0.05;

  /** The same where one is a multiple of the other, which happens by chance as well. */
  private static final double MOST_ERROR_OF_MULTIPLE = 0.02;

  /** How far they may be apart in one time, and in all where they agreed before. */
  private static final double MOST_ERROR_OF_ONE = 0.25;

  private static final int LEAST_FOR_MULTIPLE = 3;
  private static final int LARGEST_MULTIPLE = 16;

  private record Time(double operations, double grown) {
    double ratio() {
      return operations / Math.max(1, grown);
    }
  }

  private final Deque<Time> times = new ArrayDeque<>();

  /**
   * So much was printed while the number grew so much.
   *
   * @param grown negative where it isn't known
   */
  void printed(double operations, double grown) {
    if (operations <= 0 || grown < 0) {
      return;
    }
    times.addLast(new Time(operations, grown));
    if (times.size() > KEPT) {
      times.removeFirst();
    }
  }

  /** Whether both count the same, or one in units of so many. */
  boolean agrees() {
    if (times.isEmpty()) {
      return false;
    }
    double multiple = multiple();
    return isNear(1, MOST_ERROR)
        || times.size() >= LEAST_FOR_MULTIPLE && isNear(multiple, MOST_ERROR_OF_MULTIPLE);
  }

  /** Whether both may still count the same, where they did so before. */
  boolean mayAgree() {
    return error() <= MOST_ERROR_OF_ONE;
  }

  /** How far they are apart in all; more for a multiple. */
  double error() {
    double same = error(1);
    return same <= MOST_ERROR ? same : Math.min(same, MOST_ERROR + error(multiple()));
  }

  private boolean isNear(double multiple, double mostError) {
    return error(multiple) <= mostError
        && times.stream()
            .allMatch(time -> Math.abs(time.ratio() / multiple - 1) <= MOST_ERROR_OF_ONE);
  }

  /**
   * What is printed for one that is counted: a whole number, a power of ten, or a part like these.
   */
  private double multiple() {
    double ratio = ratio();
    double large = ratio >= 1 ? ratio : 1 / ratio;
    double whole =
        large < LARGEST_MULTIPLE + 0.5
            ? Math.rint(large)
            : Math.pow(10, Math.rint(Math.log10(large)));
    return ratio >= 1 ? whole : 1 / whole;
  }

  private double error(double multiple) {
    return times.isEmpty() ? Double.MAX_VALUE : Math.abs(ratio() / multiple - 1);
  }

  private double ratio() {
    double operations = times.stream().mapToDouble(Time::operations).sum();
    double grown = times.stream().mapToDouble(Time::grown).sum();
    return new Time(operations, grown).ratio();
  }
}
