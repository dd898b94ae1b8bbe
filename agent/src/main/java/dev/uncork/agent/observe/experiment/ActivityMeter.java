package dev.uncork.agent.observe.experiment;

import dev.uncork.agent.observe.kernel.KernelCollector;
import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.recording.event.ContendedLockEvent;

/** Measures what the program does, from one second to the next. */
public final class ActivityMeter implements LockListener {
  private long blockedNanos;
  private long lastNanos;
  private long cpuNanos;
  private long compilingNanos;

  @Override
  public void lock(LockCounts.LockKey key, String lockClass, ContendedLockEvent event) {
    blockedNanos += event.waitTime;
  }

  @Override
  public void waiters(
      LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos) {
    // By lock is enough.
  }

  /** What it did since the last call. */
  public ProgramActivity second(long nowNanos, KernelCollector kernel) {
    double nanos = Math.max(1, nowNanos - lastNanos);
    double busyCores = lastNanos == 0 ? 0 : (kernel.cpuNanos() - cpuNanos) / nanos;
    ProgramActivity activity =
        new ProgramActivity(
            busyCores,
            Math.max(0, kernel.busyCpus() - busyCores),
            kernel.takeFullThreads(),
            blockedNanos / nanos,
            (kernel.compilingNanos() - compilingNanos) / nanos);
    lastNanos = nowNanos;
    cpuNanos = kernel.cpuNanos();
    compilingNanos = kernel.compilingNanos();
    blockedNanos = 0;
    return activity;
  }
}
