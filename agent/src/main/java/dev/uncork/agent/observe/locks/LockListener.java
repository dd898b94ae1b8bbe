package dev.uncork.agent.observe.locks;

import dev.uncork.recording.event.ContendedLockEvent;

/** Is told what was counted, when it goes to the recording. */
public interface LockListener {
  /** The event of one lock. */
  void lock(LockCounts.LockKey key, String lockClass, ContendedLockEvent event);

  /** The event of one stack at which threads waited for it. */
  void waiters(LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos);
}
