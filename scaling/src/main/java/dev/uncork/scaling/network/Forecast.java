package dev.uncork.scaling.network;

import dev.uncork.scaling.law.Interval;

/**
 * Throughput with a band: throughput never grows with hold time or hand-off cost, so the two
 * corners of what these may be bound it, and the error that the model made where it could be
 * compared widens both.
 */
public final class Forecast {
  private final Workload workload;
  private final Uncertainty uncertainty;

  public Forecast(Workload workload, Uncertainty uncertainty) {
    this.workload = workload;
    this.uncertainty = uncertainty;
  }

  public Workload workload() {
    return workload;
  }

  /** The same program after a change. */
  public Forecast after(WorkloadChange remedy) {
    return new Forecast(remedy.apply(workload), uncertainty);
  }

  /** What is expected, without a band. */
  public ClosedNetwork.Solution expected(int threads, double cores) {
    return ClosedNetwork.solve(workload, threads, cores);
  }

  /** Operations per second. */
  public Interval throughput(int threads, double cores) {
    double value = expected(threads, cores).throughput();
    double most =
        ClosedNetwork.solve(optimistic(), threads, cores).throughput()
            * (1 + uncertainty.modelError());
    double least =
        ClosedNetwork.solve(pessimistic(), threads, cores).throughput()
            * (1 - uncertainty.modelError());
    return new Interval(Math.min(least, value), value, Math.max(most, value));
  }

  /** Additional throughput as a share: 0.5 means +50 %. The model's common error cancels. */
  public Interval gain(WorkloadChange remedy, int threads, double cores) {
    double low = gain(remedy, optimistic(), threads, cores);
    double value = gain(remedy, workload, threads, cores);
    double high = gain(remedy, pessimistic(), threads, cores);
    return new Interval(
        Math.min(value, Math.min(low, high)), value, Math.max(value, Math.max(low, high)));
  }

  private static double gain(WorkloadChange remedy, Workload from, int threads, double cores) {
    double before = ClosedNetwork.solve(from, threads, cores).throughput();
    return ClosedNetwork.solve(remedy.apply(from), threads, cores).throughput() / before - 1;
  }

  private Workload optimistic() {
    return workload.scaledLocks(uncertainty.holdLow(), uncertainty.handOffLow());
  }

  private Workload pessimistic() {
    return workload.scaledLocks(uncertainty.holdHigh(), uncertainty.handOffHigh());
  }
}
