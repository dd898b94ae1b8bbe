package dev.uncork.diagnosis.price;

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

  /** The cost for critical sections of one length. */
  public record Cost(LockClass lockClass, double holdSeconds, double handOffSeconds) {}

  public HandOffCosts {
    costs = List.copyOf(costs);
  }

  /** Measured on a virtual machine with two cores; better than nothing where nobody calibrated. */
  public static HandOffCosts ofAnotherMachine() {
    return new HandOffCosts(
        false,
        List.of(
            new Cost(LockClass.MONITOR, 1e-7, 0.1e-6),
            new Cost(LockClass.MONITOR, 1e-6, 0.5e-6),
            new Cost(LockClass.REENTRANT, 1e-7, 0.25e-6),
            new Cost(LockClass.REENTRANT, 1e-6, 2e-6),
            new Cost(LockClass.FAIR, 1e-7, 21e-6),
            new Cost(LockClass.READ_WRITE, 1e-7, 0.25e-6),
            new Cost(LockClass.READ_WRITE, 1e-6, 2e-6),
            new Cost(LockClass.SPIN, 1e-7, 0.05e-6)));
  }

  /** Between the lengths measured it lies between their costs; beyond them it stays. */
  public double seconds(LockClass lockClass, double holdSeconds) {
    List<Cost> own =
        costs.stream()
            .filter(cost -> cost.lockClass() == lockClass)
            .sorted(Comparator.comparingDouble(Cost::holdSeconds))
            .toList();
    if (own.isEmpty()) {
      return 0;
    }
    Cost below = own.get(0);
    for (Cost cost : own) {
      if (cost.holdSeconds() >= holdSeconds) {
        double span = Math.log(cost.holdSeconds() / below.holdSeconds());
        double share =
            span <= 0
                ? 0
                : Math.max(0, Math.log(Math.max(holdSeconds, 1e-12) / below.holdSeconds()) / span);
        return below.handOffSeconds() + share * (cost.handOffSeconds() - below.handOffSeconds());
      }
      below = cost;
    }
    return below.handOffSeconds();
  }
}
