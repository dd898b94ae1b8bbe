package dev.uncork.scaling.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A change of a workload.
 *
 * @param lock the lock that it is about; empty for {@link Kind#PARALLEL}
 * @param factor number of stripes, or units moved at a time; 1 where it means nothing
 */
public record WorkloadChange(Kind kind, String lock, int factor) {
  /** What is changed. */
  public enum Kind {
    /** The lock is gone; what it guarded is done by all threads at once. */
    REMOVE,
    /** That many locks in place of one. */
    STRIPE,
    /** Taken once for that many units. */
    CHUNK,
    /** Held half as long. */
    HALVE,
    /** Serial phases are done by all threads. */
    PARALLEL
  }

  public WorkloadChange {
    if (factor < 1) {
      throw new IllegalArgumentException(
          kind + " by " + factor + "; expected a factor of at least 1");
    }
  }

  /** As a user writes it: {@code stripe=1024}. */
  public String label() {
    String name = kind.name().toLowerCase(Locale.ROOT);
    return factor == 1 ? name : name + "=" + factor;
  }

  /** The workload after the change; the same one if it has no such lock. */
  public Workload apply(Workload workload) {
    if (kind == Kind.PARALLEL) {
      return new Workload(
          workload.cpuSeconds() + workload.serialSeconds(),
          workload.delaySeconds(),
          workload.backgroundCpuSeconds(),
          0,
          workload.locks());
    }
    double moreCpuSeconds = 0;
    List<LockDemand> locks = new ArrayList<>();
    for (LockDemand demand : workload.locks()) {
      if (!demand.name().equals(lock)) {
        locks.add(demand);
      } else if (kind == Kind.REMOVE) {
        moreCpuSeconds += demand.heldSeconds();
      } else {
        locks.add(changed(demand));
        if (kind == Kind.CHUNK) {
          // The work in the sections is still to be done, now outside of the lock.
          moreCpuSeconds += demand.heldSeconds() * (1 - 1.0 / factor);
        }
      }
    }
    return workload.withLocks(moreCpuSeconds, locks);
  }

  private LockDemand changed(LockDemand demand) {
    double visits = kind == Kind.CHUNK ? demand.visits() / factor : demand.visits();
    double hold = kind == Kind.HALVE ? demand.holdSeconds() / 2 : demand.holdSeconds();
    int stripes =
        kind == Kind.STRIPE ? Math.multiplyExact(demand.stripes(), factor) : demand.stripes();
    return new LockDemand(demand.name(), visits, hold, demand.handOff(), stripes);
  }
}
