package dev.uncork.scaling.law;

/**
 * The throughput of one run.
 *
 * @param workers threads that worked
 * @param throughput operations per unit of time, in any unit that all observations share
 */
public record Observation(int workers, double throughput) {
  public Observation {
    if (workers < 1) {
      throw new IllegalArgumentException(
          "an observation with " + workers + " workers; expected at least 1");
    }
    if (!(throughput > 0) || Double.isInfinite(throughput)) {
      throw new IllegalArgumentException(
          "an observation with throughput " + throughput + "; expected a positive finite number");
    }
  }
}
