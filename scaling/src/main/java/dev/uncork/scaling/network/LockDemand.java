package dev.uncork.scaling.network;

/**
 * What one operation needs of a lock.
 *
 * @param name as the user knows it
 * @param visits acquisitions per operation
 * @param holdSeconds length of a critical section
 * @param handOffSeconds what it costs to pass the lock on to a thread that waits
 * @param stripes locks among which the acquisitions are spread evenly
 */
public record LockDemand(
    String name, double visits, double holdSeconds, double handOffSeconds, int stripes) {
  public LockDemand {
    Checks.atLeastZero("visits of " + name, visits);
    Checks.atLeastZero("hold time of " + name, holdSeconds);
    Checks.atLeastZero("hand-off cost of " + name, handOffSeconds);
    if (stripes < 1) {
      throw new IllegalArgumentException(
          "lock " + name + " has " + stripes + " stripes; expected at least 1");
    }
  }

  /** Time per operation in critical sections. */
  double heldSeconds() {
    return visits * holdSeconds;
  }

  /** The lock's own time per operation while threads queue for it: V·(h + c). */
  public double saturatedSeconds() {
    return visits * (holdSeconds + handOffSeconds);
  }

  /** Operations per second that the lock lets through at most. */
  public double capacity() {
    return stripes / saturatedSeconds();
  }

  LockDemand scaled(double holdFactor, double handOffFactor) {
    return new LockDemand(
        name, visits, holdSeconds * holdFactor, handOffSeconds * handOffFactor, stripes);
  }
}
