package dev.uncork.recording;

import java.util.List;

/**
 * One stack seen at a lock, with its weight.
 *
 * @param threadName the holder; empty for waiters, which are summed over threads
 * @param frames innermost first; empty for stacks beyond the number that is kept per lock
 * @param count blocked acquires that it stands for (waiter), or samples (holder)
 * @param waitNanos time that those acquires took
 */
public record LockStack(String threadName, List<Frame> frames, long count, long waitNanos) {
  public LockStack {
    frames = List.copyOf(frames);
  }
}
