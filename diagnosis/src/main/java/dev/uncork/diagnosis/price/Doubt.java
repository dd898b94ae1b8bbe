package dev.uncork.diagnosis.price;

/** An assumption of the model that a recording breaks; its figures aren't to be trusted then. */
public sealed interface Doubt {
  /** Operations per second differ between the first half of the run and the second. */
  record Unsteady(double first, double second) implements Doubt {}

  /** Operations per second vary by this share from second to second. */
  record SeveralKinds(double deviation) implements Doubt {}

  /** Waits as long as a scheduler's slice: the holder loses its core, as threads share cores. */
  record HolderLosesCore(
      String lock, double waitSeconds, double holdSeconds, int threads, double cores)
      implements Doubt {}

  /** The demand of a lock that matters was not measured. */
  record DemandUnknown(String lock) implements Doubt {}

  /** What handing a lock on costs differs so many fold from run to run. */
  record UnsteadyHandOff(String lock, double spread) implements Doubt {}

  /** The model says another throughput than was measured. */
  record DoesNotFit(double modelled, double measured) implements Doubt {}
}
