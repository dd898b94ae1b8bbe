package dev.uncork.agent.observe.locks;

/** Is told what was counted, as it is taken out: the recording, and what measures beside it. */
public interface LockListener {
  /** The sums of one lock. */
  void lock(LockCounts.LockKey key, String lockClass, LockCounts.Totals totals);

  /** The sums of one stack at which threads waited for it. */
  void waiters(LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos);
}
