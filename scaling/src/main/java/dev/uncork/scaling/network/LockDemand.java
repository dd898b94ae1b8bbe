package dev.uncork.scaling.network;

/**
 * What one operation needs of a lock.
 *
 * @param name as the user knows it
 * @param visits acquisitions per operation
 * @param holdSeconds length of a critical section
 * @param handOff how it is passed on to a thread that waits
 * @param stripes locks among which the acquisitions are spread evenly
 */
public record LockDemand(
    String name, double visits, double holdSeconds, HandOff handOff, int stripes) {
  public LockDemand {
    Checks.atLeastZero("visits of " + name, visits);
    Checks.atLeastZero("hold time of " + name, holdSeconds);
    if (stripes < 1) {
      throw new IllegalArgumentException(
          "lock " + name + " has " + stripes + " stripes; expected at least 1");
    }
  }

  /** A lock whose waiters look at it all the time. */
  public LockDemand(
      String name, double visits, double holdSeconds, double handOffSeconds, int stripes) {
    this(name, visits, holdSeconds, HandOff.seen(handOffSeconds), stripes);
  }

  /** Time per operation in critical sections. */
  double heldSeconds() {
    return visits * holdSeconds;
  }

  /** The lock's own time per operation while threads queue for it: V·(h + c). */
  public double saturatedSeconds() {
    return visits * (holdSeconds + handOff.seconds());
  }

  /** Operations per second that the lock lets through at most. */
  public double capacity() {
    return stripes / saturatedSeconds();
  }

  /** The same demand of a lock that is passed on in another way. */
  public LockDemand with(HandOff other) {
    return new LockDemand(name, visits, holdSeconds, other, stripes);
  }

  LockDemand visited(double times) {
    return new LockDemand(name, times, holdSeconds, handOff, stripes);
  }

  LockDemand scaled(double holdFactor, double handOffFactor) {
    return new LockDemand(
        name, visits, holdSeconds * holdFactor, handOff.scaled(handOffFactor), stripes);
  }
}
