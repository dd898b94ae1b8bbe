package dev.uncork.agent.observe.locks;

import dev.uncork.protocol.thread.StackRole;
import dev.uncork.recording.event.ContendedLockEvent;
import dev.uncork.recording.event.LockStackEvent;

/** Turns counts into JFR events. */
public final class LockEvents implements LockListener {
  /** Locks of the observers themselves, which the application does not use. */
  private static boolean ours(String lockClass) {
    return lockClass.startsWith("jdk.jfr.") || lockClass.startsWith("dev.uncork.agent.");
  }

  @Override
  public void lock(LockCounts.LockKey key, String lockClass, LockCounts.Totals totals) {
    if (ours(lockClass)) {
      return;
    }
    ContendedLockEvent event = new ContendedLockEvent();
    event.lockClass = lockClass;
    event.instance = key.identityHash();
    event.kind = key.kind().label();
    event.blocked = totals.blocked;
    event.waitTime = totals.waitNanos;
    event.maxWaitTime = totals.maxWaitNanos;
    event.longBlocked = totals.longBlocked;
    event.waits = totals.waits;
    event.waitedTime = totals.waitedNanos;
    event.commit();
  }

  @Override
  public void waiters(
      LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos) {
    if (ours(lockClass)) {
      return;
    }
    LockStackEvent event = new LockStackEvent();
    event.lockClass = lockClass;
    event.instance = key.identityHash();
    event.kind = key.kind().label();
    event.role = StackRole.WAITER.label();
    event.threadName = "";
    event.stack = stack;
    event.count = count;
    event.waitTime = waitNanos;
    event.verified = true;
    event.commit();
  }
}
