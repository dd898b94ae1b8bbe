package dev.uncork.scaling.network;

import java.util.List;

/**
 * What one operation of a program needs, in seconds.
 *
 * @param cpuSeconds of a CPU, outside of the locks' critical sections
 * @param delaySeconds of waiting that no other thread makes longer: sleep, I/O
 * @param backgroundCpuSeconds of a CPU, by threads that work beside: garbage collector, compiler
 * @param serialSeconds in which no other operation goes on: single-threaded phases, pauses of the
 *     collector
 * @param locks what it needs of each lock
 */
public record Workload(
    double cpuSeconds,
    double delaySeconds,
    double backgroundCpuSeconds,
    double serialSeconds,
    List<LockDemand> locks) {
  public Workload {
    Checks.atLeastZero("CPU time", cpuSeconds);
    Checks.atLeastZero("delay", delaySeconds);
    Checks.atLeastZero("background CPU time", backgroundCpuSeconds);
    Checks.atLeastZero("serial time", serialSeconds);
    locks = List.copyOf(locks);
    double held = locks.stream().mapToDouble(LockDemand::heldSeconds).sum();
    if (!(cpuSeconds + delaySeconds + held + serialSeconds > 0)) {
      throw new IllegalArgumentException("an operation that needs no time at all");
    }
  }

  /** An equal part of each operation. */
  Workload part(double share) {
    return new Workload(
        cpuSeconds * share,
        delaySeconds * share,
        backgroundCpuSeconds * share,
        serialSeconds * share,
        locks.stream().map(lock -> lock.visited(lock.visits() * share)).toList());
  }

  /** Time of one operation with no other thread about. */
  public double aloneSeconds() {
    return cpuSeconds + delaySeconds + serialSeconds + heldSeconds();
  }

  /** All CPU time of one operation but the serial. */
  double allCpuSeconds() {
    return cpuSeconds + backgroundCpuSeconds + heldSeconds();
  }

  private double heldSeconds() {
    return locks.stream().mapToDouble(LockDemand::heldSeconds).sum();
  }

  /** The same program with other demands of its locks. */
  public Workload with(List<LockDemand> others) {
    return withLocks(0, others);
  }

  Workload withLocks(double moreCpuSeconds, List<LockDemand> others) {
    return new Workload(
        cpuSeconds + moreCpuSeconds, delaySeconds, backgroundCpuSeconds, serialSeconds, others);
  }

  Workload scaledLocks(double holdFactor, double handOffFactor) {
    return with(locks.stream().map(lock -> lock.scaled(holdFactor, handOffFactor)).toList());
  }
}
