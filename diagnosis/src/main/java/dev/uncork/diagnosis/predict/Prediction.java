package dev.uncork.diagnosis.predict;

import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.Forecast;
import dev.uncork.scaling.network.Journey;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Simulation;
import dev.uncork.scaling.network.WorkloadChange;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the model says about a recording: the curve now, the bottlenecks, what each remedy brings,
 * and the curve after each step of the journey.
 *
 * @param knee threads at which the first resource is full, at the most cores asked for
 */
public record Prediction(
    ProgramEstimate estimate,
    boolean calibrated,
    List<Point> now,
    double knee,
    List<Gain> remedies,
    List<Step> journey) {
  private static final int STRIPES = 1024;
  private static final int CHUNK = 32;
  private static final long SIMULATED_OPERATIONS = 20_000;

  /** Hand-off cost against hold time from which on convoys are simulated too. */
  private static final double CONVOY = 3;

  /**
   * Throughput at a number of cores.
   *
   * @param simulated by discrete events, where hand-offs dominate the lock that limits
   */
  public record Point(
      int cores,
      int threads,
      Interval throughput,
      ClosedNetwork.Load bottleneck,
      OptionalDouble simulated) {}

  /** What a remedy alone brings at a number of cores, as a share. */
  public record Gain(WorkloadChange remedy, int cores, Interval gain) {}

  /** A step of the journey and the curve after it. */
  public record Step(WorkloadChange remedy, List<Point> curve) {}

  /** Which remedies are applied, in which order. */
  public interface Way {
    /** The best sequence. */
    Way BEST = (start, threads, cores) -> Journey.best(start, threads, cores, STRIPES);

    List<Journey.Step> steps(Forecast start, int threads, double cores);
  }

  public Prediction {
    now = List.copyOf(now);
    remedies = List.copyOf(remedies);
    journey = List.copyOf(journey);
  }

  /**
   * Predicts.
   *
   * @param way the remedies to apply, one after the other
   */
  public static Prediction of(
      ProgramEstimate estimate,
      HandOffCosts costs,
      List<Integer> cores,
      double threadsPerCore,
      Way way) {
    Forecast forecast = estimate.forecast();
    int most = cores.get(cores.size() - 1);
    int threads = threads(most, threadsPerCore);
    List<Journey.Step> steps = way.steps(forecast, threads, most);
    List<Gain> gains = new ArrayList<>();
    for (LockDemand lock : forecast.workload().locks()) {
      for (WorkloadChange remedy :
          List.of(
              new WorkloadChange(WorkloadChange.Kind.REMOVE, lock.name(), 1),
              new WorkloadChange(WorkloadChange.Kind.STRIPE, lock.name(), STRIPES),
              new WorkloadChange(WorkloadChange.Kind.CHUNK, lock.name(), CHUNK),
              new WorkloadChange(WorkloadChange.Kind.HALVE, lock.name(), 1))) {
        for (int count : cores) {
          gains.add(
              new Gain(
                  remedy, count, forecast.gain(remedy, threads(count, threadsPerCore), count)));
        }
      }
    }
    return new Prediction(
        estimate,
        costs.calibrated(),
        curve(forecast, cores, threadsPerCore),
        ClosedNetwork.knee(forecast.workload(), most),
        gains,
        steps.stream()
            .map(step -> new Step(step.remedy(), curve(step.after(), cores, threadsPerCore)))
            .toList());
  }

  private static int threads(int cores, double threadsPerCore) {
    return Math.max(1, (int) Math.round(cores * threadsPerCore));
  }

  private static List<Point> curve(Forecast forecast, List<Integer> cores, double threadsPerCore) {
    List<Point> points = new ArrayList<>();
    for (int count : cores) {
      int threads = threads(count, threadsPerCore);
      ClosedNetwork.Load bottleneck = forecast.expected(threads, count).bottleneck();
      boolean convoy =
          forecast.workload().locks().stream()
              .anyMatch(
                  lock ->
                      lock.name().equals(bottleneck.name())
                          && lock.handOff().seconds() > CONVOY * lock.holdSeconds());
      points.add(
          new Point(
              count,
              threads,
              forecast.throughput(threads, count),
              bottleneck,
              convoy
                  ? OptionalDouble.of(
                      Simulation.throughput(
                          forecast.workload(), threads, count, SIMULATED_OPERATIONS, 1))
                  : OptionalDouble.empty()));
    }
    return points;
  }
}
