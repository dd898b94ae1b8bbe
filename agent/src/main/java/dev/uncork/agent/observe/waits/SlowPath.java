package dev.uncork.agent.observe.waits;

/** One method in which threads park for a lock, and what to insert there. */
enum SlowPath {
  /** {@code int acquire(Node, int|long, boolean shared, boolean, boolean, long)}. */
  ACQUIRE,
  /** {@code long acquireRead(boolean, boolean, long)} of {@code StampedLock}. */
  STAMPED_READ,
  /** {@code long acquireWrite(boolean, boolean, long)} of {@code StampedLock}. */
  STAMPED_WRITE,
  /** The five {@code await} methods of a {@code ConditionObject}. */
  AWAIT
}
