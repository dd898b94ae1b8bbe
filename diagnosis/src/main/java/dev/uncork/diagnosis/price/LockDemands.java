package dev.uncork.diagnosis.price;

import dev.uncork.protocol.LockKind;
import dev.uncork.recording.LockHold;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.scaling.network.HandOff;
import dev.uncork.scaling.network.LockDemand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each hot lock is needed for by one operation, from how often and long it was held. */
final class LockDemands {
  private static final double CLIP = 20;

  private LockDemands() {}

  static List<LockDemand> of(
      Recording recording,
      SteadyWindow window,
      HandOffCosts costs,
      double measured,
      boolean counted) {
    Map<String, List<LockHold>> byClass = new LinkedHashMap<>();
    recording
        .holds()
        .forEach(
            hold -> byClass.computeIfAbsent(hold.lockClass(), c -> new ArrayList<>()).add(hold));
    List<LockDemand> demands = new ArrayList<>();
    byClass.forEach(
        (lockClass, holds) -> {
          double visits = 0;
          double held = 0;
          for (LockHold hold : holds) {
            double rate =
                counted
                    ? window.rateWithin(hold.endMillis(), hold.intervalNanos()).orElse(measured)
                    : measured;
            double perOperation = hold.acquisitions() / (hold.intervalNanos() / 1e9) / rate;
            visits += perOperation;
            held += perOperation * typicalSeconds(hold);
          }
          if (visits > 0) {
            double hold = held / visits;
            HandOff handOff = costs.of(lockClass(holds.get(0)), hold);
            demands.add(
                new LockDemand(lockClass, visits, hold, handOff, instances(recording, lockClass)));
          }
        });
    return demands;
  }

  private static HandOffCosts.LockClass lockClass(LockHold hold) {
    return HandOffCosts.LockClass.of(hold.lockClass(), hold.kind() == LockKind.MONITOR);
  }

  /** How a lock with a measured demand hands on. */
  static HandOffCosts.LockClass lockClass(Recording recording, String name) {
    return recording.holds().stream()
        .filter(hold -> hold.lockClass().equals(name))
        .findFirst()
        .map(LockDemands::lockClass)
        .orElse(HandOffCosts.LockClass.MONITOR);
  }

  /** The mean, but without what preemption of a holder adds to it. */
  private static double typicalSeconds(LockHold hold) {
    double median = hold.medianNanos();
    return Math.min(Math.max(hold.meanNanos(), median), CLIP * Math.max(1, median)) / 1e9;
  }

  /** Instances that share the waiting about evenly; one if one of them has most of it. */
  private static int instances(Recording recording, String lockClass) {
    double sum = 0;
    double squares = 0;
    for (LockUse use : recording.locks()) {
      if (use.id().lockClass().equals(lockClass)) {
        double nanos = use.totalAcquireNanos();
        sum += nanos;
        squares += nanos * nanos;
      }
    }
    // As many equal locks as would give the same concentration (inverse Herfindahl index).
    return squares <= 0 ? 1 : (int) Math.max(1, Math.round(sum * sum / squares));
  }
}
