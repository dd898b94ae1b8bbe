package dev.uncork.recording;

import java.util.List;

/**
 * What one lock cost over the whole recording.
 *
 * @param blocked acquires that blocked
 * @param totalAcquireNanos time that they took together
 * @param maxAcquireNanos time that the longest one took
 * @param longBlocked acquires that took a millisecond or more; 0 in recordings that don't tell
 * @param waits {@code Object.wait} or {@code Condition.await} calls that returned
 * @param waitedNanos time that those took together
 * @param seconds total acquire time and count per second, ascending; may be cut for cheap locks
 * @param waiters stacks of blocked acquires, the longest total wait first
 * @param holders sampled stacks of the owner, the most frequent first
 */
public record LockUse(
    LockId id,
    long blocked,
    long totalAcquireNanos,
    long maxAcquireNanos,
    long longBlocked,
    long waits,
    long waitedNanos,
    List<LockSecond> seconds,
    List<LockStack> waiters,
    List<LockStack> holders) {
  public LockUse {
    seconds = List.copyOf(seconds);
    waiters = List.copyOf(waiters);
    holders = List.copyOf(holders);
  }

  /**
   * What a lock cost in one second.
   *
   * @param second seconds since the start of the recording
   */
  public record LockSecond(int second, long blocked, long acquireNanos) {}
}
