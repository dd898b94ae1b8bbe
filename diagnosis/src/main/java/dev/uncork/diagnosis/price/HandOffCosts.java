package dev.uncork.diagnosis.price;

import dev.uncork.scaling.network.HandOff;
import java.util.Comparator;
import java.util.List;

/**
 * What it costs to hand a lock to a waiting thread, by class of lock and length of the critical
 * section, on one machine.
 *
 * @param calibrated whether it was measured on the machine; else these are the costs of another
 */
public record HandOffCosts(boolean calibrated, List<Cost> costs) {
  /** A kind of lock as far as it hands off in its own way. */
  public enum LockClass {
    MONITOR,
    REENTRANT,
    FAIR,
    READ_WRITE,
    SPIN;

    /** Who gets a lock of this kind when it is given back. */
    public HandOff.Passing passing() {
      return switch (this) {
        case MONITOR, SPIN -> HandOff.Passing.SEEN;
        case FAIR -> HandOff.Passing.GIVEN;
        case REENTRANT, READ_WRITE -> HandOff.Passing.FREE;
      };
    }

    /** Of a lock in a recording. */
    static LockClass of(String lockClass, boolean monitor) {
      if (monitor) {
        return MONITOR;
      }
      if (lockClass.endsWith("$FairSync")) {
        return FAIR;
      }
      return lockClass.contains("ReadWrite") || lockClass.contains("Stamped")
          ? READ_WRITE
          : REENTRANT;
    }
  }

  /**
   * The cost for critical sections of one length.
   *
   * @param signalSeconds that the releasing thread spends on waking the waiter
   * @param spread how many times more it costs in slow runs of the same program than in fast ones;
   *     at least 1
   */
  public record Cost(
      LockClass lockClass,
      double holdSeconds,
      double handOffSeconds,
      double signalSeconds,
      double spread) {
    public Cost {
      // Files written before the spread was measured have none.
      spread = spread == 0 ? 1 : spread;
      if (lockClass == null
          || !(holdSeconds > 0 && handOffSeconds >= 0 && signalSeconds >= 0 && spread >= 1)
          || Double.isInfinite(holdSeconds + handOffSeconds + signalSeconds + spread)) {
        throw new IllegalArgumentException(
            "a hand-off cost of "
                + handOffSeconds
                + " + "
                + signalSeconds
                + " s for sections of "
                + holdSeconds
                + " s under "
                + lockClass
                + ", spread "
                + spread
                + "; expected times from 0, a class of lock and a spread from 1");
      }
    }

    /** The same in all runs. */
    public Cost(
        LockClass lockClass, double holdSeconds, double handOffSeconds, double signalSeconds) {
      this(lockClass, holdSeconds, handOffSeconds, signalSeconds, 1);
    }
  }

  /**
   * From this spread on, nothing is predicted of a lock with such sections: programs that mostly
   * hand it on don't repeat their own throughput within a quarter. Where the kernel puts a woken
   * thread, beside the one that woke it or on a core that sleeps, decides more than the lock.
   */
  private static final double UNSTEADY_SPREAD = 1.5;

  private static final double SHORTEST_SECONDS = 1e-12;

  public HandOffCosts {
    costs = List.copyOf(costs);
  }

  /** Measured on a virtual machine with two cores; better than nothing where nobody calibrated. */
  public static HandOffCosts ofAnotherMachine() {
    return new HandOffCosts(
        false,
        List.of(
            new Cost(LockClass.MONITOR, 1e-7, 0.15e-6, 0),
            new Cost(LockClass.MONITOR, 1e-6, 0.2e-6, 0),
            new Cost(LockClass.MONITOR, 1e-5, 1e-6, 0),
            new Cost(LockClass.REENTRANT, 1e-6, 20e-6, 7e-6),
            new Cost(LockClass.FAIR, 1e-6, 35e-6, 7e-6),
            new Cost(LockClass.READ_WRITE, 1e-6, 20e-6, 7e-6),
            new Cost(LockClass.SPIN, 1e-7, 0.15e-6, 0)));
  }

  /** Between the lengths measured it lies between their costs; beyond them it stays. */
  public HandOff of(LockClass lockClass, double holdSeconds) {
    Cost cost = at(lockClass, holdSeconds);
    return new HandOff(lockClass.passing(), cost.handOffSeconds(), cost.signalSeconds());
  }

  /** How many times more a hand-off costs in slow runs than in fast ones; at least 1. */
  public double spread(LockClass lockClass, double holdSeconds) {
    return at(lockClass, holdSeconds).spread();
  }

  /** Whether a hand-off costs about the same in every run. */
  public boolean steady(LockClass lockClass, double holdSeconds) {
    return spread(lockClass, holdSeconds) < UNSTEADY_SPREAD;
  }

  /** Whether it does so for critical sections of this length. */
  public static boolean steady(Cost cost) {
    return cost.spread() < UNSTEADY_SPREAD;
  }

  private Cost at(LockClass lockClass, double holdSeconds) {
    List<Cost> own =
        costs.stream()
            .filter(cost -> cost.lockClass() == lockClass)
            .sorted(Comparator.comparingDouble(Cost::holdSeconds))
            .toList();
    if (own.isEmpty()) {
      return new Cost(lockClass, Math.max(holdSeconds, SHORTEST_SECONDS), 0, 0);
    }
    Cost below = own.get(0);
    for (Cost cost : own) {
      if (cost.holdSeconds() >= holdSeconds) {
        return between(below, cost, holdSeconds);
      }
      below = cost;
    }
    return below;
  }

  private static Cost between(Cost below, Cost above, double holdSeconds) {
    double span = Math.log(above.holdSeconds() / below.holdSeconds());
    double hold = Math.max(holdSeconds, SHORTEST_SECONDS);
    double share = span <= 0 ? 0 : Math.max(0, Math.log(hold / below.holdSeconds()) / span);
    return new Cost(
        above.lockClass(),
        hold,
        between(below.handOffSeconds(), above.handOffSeconds(), share),
        between(below.signalSeconds(), above.signalSeconds(), share),
        between(below.spread(), above.spread(), share));
  }

  private static double between(double low, double high, double share) {
    return low + share * (high - low);
  }
}
