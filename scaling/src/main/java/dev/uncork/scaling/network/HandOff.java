package dev.uncork.scaling.network;

/**
 * How a lock gets from one thread to another that waits for it, and what that costs.
 *
 * @param seconds from the release until the waiter has the lock, or could have it
 * @param signalSeconds that the releasing thread spends on waking the waiter
 */
public record HandOff(Passing passing, double seconds, double signalSeconds) {
  /** Who gets a lock that is given back. */
  public enum Passing {
    /** A waiter that looks at it all the time: monitors for the most part, spin locks. */
    SEEN,
    /** The longest waiter, as soon as it is awake: fair locks. */
    GIVEN,
    /** Whoever comes first, the waiter that was woken or another thread: unfair locks that park. */
    FREE
  }

  public HandOff {
    Checks.atLeastZero("hand-off cost", seconds);
    Checks.atLeastZero("cost of waking a waiter", signalSeconds);
  }

  /** To a waiter that looks at the lock all the time. */
  public static HandOff seen(double seconds) {
    return new HandOff(Passing.SEEN, seconds, 0);
  }

  /** The same way of passing, at other costs. */
  public HandOff scaled(double factor) {
    return new HandOff(passing, seconds * factor, signalSeconds * factor);
  }
}
