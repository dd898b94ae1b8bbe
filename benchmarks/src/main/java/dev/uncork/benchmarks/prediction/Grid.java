package dev.uncork.benchmarks.prediction;

import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Programs of which all is known: each class of lock, hold times between those calibrated, think
 * times from a quarter of the hold time (so that the knee is below two cores) to eight times, one
 * or three visits, one thread up to all cores; and one of these with sections that are longer by a
 * known delay, which moves its knee from nine threads to below the number of cores.
 */
final class Grid {
  private static final double[] HOLD_NANOS = {300, 3_000};
  private static final double[] THINK_PER_HOLD = {0.25, 2, 8};
  private static final int[] VISITS = {1, 3};
  private static final double[] ADDED_NANOS = {1_000, 3_000, 10_000};

  /**
   * A program.
   *
   * @param thinkNanos for a visit
   */
  record Shape(
      LockClass lockClass,
      double holdNanos,
      double thinkNanos,
      int visits,
      double addedNanos,
      int threads) {
    /** Operations per second. */
    double measure(long millis) throws InterruptedException {
      Loop loop =
          new Loop(
              List.of(Section.under(lockClass)),
              visits,
              thinkNanos * visits,
              holdNanos,
              addedNanos,
              false);
      return loop.run(threads, millis).throughput();
    }

    boolean amplified() {
      return addedNanos > 0;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s held %.0f ns%s, %d visits, each after %.0f ns, %d threads",
          lockClass,
          holdNanos,
          amplified() ? String.format(Locale.ROOT, " + %.0f ns", addedNanos) : "",
          visits,
          thinkNanos,
          threads);
    }
  }

  private final HandOffCosts costs;
  private final Map<Double, Double> trueNanos = new HashMap<>();
  private final Map<LockClass, Double> overheadNanos = new EnumMap<>(LockClass.class);
  private final int cores = Runtime.getRuntime().availableProcessors();

  Grid(HandOffCosts costs) {
    this.costs = costs;
  }

  /** All programs. */
  List<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    for (LockClass lockClass : LockClass.values()) {
      for (double hold : HOLD_NANOS) {
        for (double ratio : THINK_PER_HOLD) {
          for (int visits : VISITS) {
            addThreads(shapes, lockClass, hold, hold * ratio, visits, 0);
          }
        }
      }
      for (double added : ADDED_NANOS) {
        addThreads(shapes, lockClass, 300, 2_400, 1, added);
      }
    }
    return shapes;
  }

  private void addThreads(
      List<Shape> shapes,
      LockClass lockClass,
      double hold,
      double think,
      int visits,
      double added) {
    for (int threads = 1; threads <= cores; threads *= 2) {
      shapes.add(new Shape(lockClass, hold, think, visits, added, threads));
    }
  }

  /** Operations per second that the model says, from the shape alone. */
  double predict(Shape shape) {
    return predict(shape, 1);
  }

  private double predict(Shape shape, double handOffFactor) {
    double hold = holdSeconds(shape);
    double think = trueNanos(shape.thinkNanos()) * shape.visits() / 1e9;
    LockDemand lock =
        new LockDemand(
            "lock",
            shape.visits(),
            hold,
            costs.of(shape.lockClass(), hold).scaled(handOffFactor),
            1);
    Workload workload = new Workload(think, 0, 0, 0, List.of(lock));
    return ClosedNetwork.solve(workload, shape.threads(), cores).throughput();
  }

  /** Whether the calibration lets the model say a number, rather than a warning. */
  boolean predictable(Shape shape) {
    return shape.threads() == 1 || costs.steady(shape.lockClass(), holdSeconds(shape));
  }

  /** Whether a throughput lies between those at the least and the greatest cost of a hand-off. */
  boolean withinBand(Shape shape, double throughput) {
    double spread = costs.spread(shape.lockClass(), holdSeconds(shape));
    return throughput >= predict(shape, spread) && throughput <= predict(shape, 1 / spread);
  }

  private double holdSeconds(Shape shape) {
    return (Loop.trueNanos(shape.holdNanos())
            + overheadNanos(shape.lockClass())
            + shape.addedNanos())
        / 1e9;
  }

  private double trueNanos(double nanos) {
    return trueNanos.computeIfAbsent(nanos, Loop::trueNanos);
  }

  private double overheadNanos(LockClass lockClass) {
    return overheadNanos.computeIfAbsent(lockClass, Grid::measureOverheadNanos);
  }

  /** What an uncontended lock of this class and the loop cost, from one thread and no work. */
  private static double measureOverheadNanos(LockClass lockClass) {
    Section section = Section.under(lockClass);
    long[] sum = new long[1];
    Runnable body = () -> sum[0]++;
    double best = Double.MAX_VALUE;
    int rounds = 300_000;
    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      for (int round = 0; round < rounds; round++) {
        section.run(body);
      }
      best = Math.min(best, (System.nanoTime() - start) / (double) rounds);
    }
    return best;
  }
}
