package dev.uncork.benchmarks.prediction;

import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Programs of which all is known: each class of lock, hold times between those calibrated, think
 * times from a quarter of the hold time (so that the knee is below two cores) to eight times, one
 * or three visits, one thread up to all cores.
 */
final class Grid {
  private static final double[] HOLD_NANOS = {300, 3_000};
  private static final double[] THINK_PER_HOLD = {0.25, 2, 8};
  private static final int[] VISITS = {1, 3};
  private static final int ROUNDS = 3;
  static final long MILLIS = 150;

  /** A point of the grid. */
  record Point(String name, double predicted, double measured) {
    double error() {
      return Math.abs(predicted / measured - 1);
    }
  }

  private Grid() {}

  /**
   * Measures all points.
   *
   * @param millis for each of the runs of a point
   */
  static List<Point> measure(HandOffCosts costs, long millis) throws InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    List<Point> points = new ArrayList<>();
    for (LockClass lockClass : LockClass.values()) {
      // What an uncontended lock of this class and the loop cost, from one thread and no work.
      double overhead = overheadNanos(lockClass);
      for (double hold : HOLD_NANOS) {
        for (double ratio : THINK_PER_HOLD) {
          for (int visits : VISITS) {
            for (int threads = 1; threads <= cores; threads *= 2) {
              double think = hold * ratio * visits;
              Workload workload = workload(costs, lockClass, hold, think, visits, overhead);
              points.add(
                  new Point(
                      lockClass + " hold " + hold + " think " + think + " x" + visits + " N="
                          + threads,
                      ClosedNetwork.solve(workload, threads, cores).throughput(),
                      median(lockClass, hold, think, visits, threads, millis)));
            }
          }
        }
      }
    }
    return points;
  }

  private static Workload workload(
      HandOffCosts costs,
      LockClass lockClass,
      double holdNanos,
      double thinkNanos,
      int visits,
      double overheadNanos) {
    double hold = (Loop.trueNanos(holdNanos) + overheadNanos) / 1e9;
    return new Workload(
        Loop.trueNanos(thinkNanos) / 1e9,
        0,
        0,
        0,
        List.of(new LockDemand("lock", visits, hold, costs.seconds(lockClass, hold), 1)));
  }

  private static double overheadNanos(LockClass lockClass) {
    Section section = Section.under(lockClass);
    long[] sum = new long[1];
    Runnable body = () -> sum[0]++;
    double best = Double.MAX_VALUE;
    int rounds = 500_000;
    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      for (int round = 0; round < rounds; round++) {
        section.run(body);
      }
      best = Math.min(best, (System.nanoTime() - start) / (double) rounds);
    }
    return best;
  }

  private static double median(
      LockClass lockClass, double hold, double think, int visits, int threads, long millis)
      throws InterruptedException {
    double[] rates = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      Loop loop = new Loop(List.of(Section.under(lockClass)), visits, think, hold, false);
      rates[round] = loop.run(threads, millis).throughput();
    }
    Arrays.sort(rates);
    return rates[ROUNDS / 2];
  }
}
