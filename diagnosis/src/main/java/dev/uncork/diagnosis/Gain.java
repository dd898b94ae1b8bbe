package dev.uncork.diagnosis;

import dev.uncork.diagnosis.ledger.RootBounds;

/**
 * An upper bound for what removing a lock or another wait could bring on the machine of the
 * recording, at the CPU time per operation of now.
 *
 * @param atMostShare additional throughput at most: 0.67 means +67 %
 * @param fromIdleCoresShare the part of it that comes from cores that are unused now
 * @param fromSwitchingShare share of the CPU time that waiting itself may eat
 * @param ifOthersLeaveCores whether other processes must leave it cores that they use now
 * @param ofLongAcquires whether only acquires counted that took longer than JFR's threshold
 */
public record Gain(
    double atMostShare,
    double fromIdleCoresShare,
    double fromSwitchingShare,
    boolean ifOthersLeaveCores,
    boolean ofLongAcquires) {
  /**
   * Additional throughput from idle cores up to which a bound is one. Who waits for most of the
   * time doesn't tell what an operation costs a program that hardly waits: its caches and its code
   * are cold, and falling asleep and waking up are much of what it does. Measured, most of such
   * programs became faster than was told, up to twice as fast.
   */
  private static final double MOST_FROM_IDLE = 3;

  /** Share of the CPU time that putting threads to sleep and waking them up eats at most. */
  static final double MOST_SWITCHING = 0.9;

  /** Whether it is a bound, and no mere estimate that may be too low. */
  public boolean isBound() {
    return fromIdleCoresShare <= MOST_FROM_IDLE;
  }

  /** So much at most, all from cores that are unused now. */
  static Gain atMostOf(double share) {
    return new Gain(share, share, 0, false, false);
  }

  /** Additional throughput from idle cores, and from a share of the CPU time that is wasted now. */
  static double share(double fromIdleCores, double wasted) {
    return (1 + fromIdleCores) / (1 - wasted) - 1;
  }

  /**
   * Share of the CPU time that putting threads to sleep and waking them up may eat, of which the
   * kernel's part is seen: the JVM and the lock do as much again around it, and the caches are cold
   * afterwards. Measured with a fair lock that every acquire blocks at, the kernel's part was 0.55
   * of it.
   */
  static double mostSwitching(double inKernel) {
    return Math.min(MOST_SWITCHING, 2 * inKernel);
  }

  /**
   * The same where no more than that can come from idle cores; infinite where neither tells how
   * much.
   */
  Gain fromIdleAtMost(double share) {
    double idle = Math.min(RootBounds.known(fromIdleCoresShare), share);
    return new Gain(
        share(idle, mostSwitching(fromSwitchingShare)),
        idle,
        fromSwitchingShare,
        ifOthersLeaveCores,
        ofLongAcquires);
  }

  /** The same where as much of the CPU time may be wasted there as that share, or more. */
  Gain wasting(double share) {
    return atMost(share(fromIdleCoresShare, Math.max(mostSwitching(fromSwitchingShare), share)));
  }

  /** The same with another bound. */
  Gain atMost(double share) {
    return new Gain(
        share, fromIdleCoresShare, fromSwitchingShare, ifOthersLeaveCores, ofLongAcquires);
  }
}
