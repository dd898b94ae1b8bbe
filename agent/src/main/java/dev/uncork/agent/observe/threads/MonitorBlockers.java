package dev.uncork.agent.observe.threads;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/**
 * Which monitor a thread waits for, and who owns it: the management beans tell without stopping the
 * VM, JVMTI can't tell once the JVM runs. Needs module java.management.
 */
final class MonitorBlockers {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** The object whose monitor a thread is blocked at or waits on; none when it went on. */
  WaitedFor of(long threadId) {
    ThreadInfo info = threads.getThreadInfo(threadId);
    LockInfo lock = info == null ? null : info.getLockInfo();
    if (info == null || lock == null) {
      return WaitedFor.NONE;
    }
    long owner =
        info.getThreadState() == Thread.State.BLOCKED ? info.getLockOwnerId() : WaitedFor.NO_OWNER;
    return new WaitedFor(lock.getClassName(), lock.getIdentityHashCode(), owner);
  }

  /** The monitor or lock that a thread waits for without a limit of time; null when it doesn't. */
  @Nullable LockWait lockWait(long threadId) {
    ThreadInfo info = threads.getThreadInfo(threadId);
    LockInfo lock = info == null ? null : info.getLockInfo();
    if (info == null || lock == null || info.getThreadState() == Thread.State.TIMED_WAITING) {
      return null;
    }
    return new LockWait(
        threadId,
        info.getThreadName(),
        lock.getClassName(),
        lock.getIdentityHashCode(),
        info.getLockOwnerId(),
        info.getBlockedCount() + info.getWaitedCount());
  }
}
