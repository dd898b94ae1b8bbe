package dev.uncork.agent.observe.locks;

import dev.uncork.agent.jvm.FrameText;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

/** Stacks of threads that provably hold a monitor: one question answers both. */
final class MonitorStacks {
  private @Nullable ThreadMXBean threads;

  /**
   * The stack of a thread from the frame on that locked a monitor, or null when it does not hold it
   * now.
   */
  @Nullable String lockedStack(Thread owner, Object lock, int maxFrames) {
    ThreadMXBean bean = threads;
    if (bean == null) {
      bean = ManagementFactory.getThreadMXBean();
      threads = bean;
    }
    @SuppressWarnings("deprecation") // Thread.threadId() came with JDK 19.
    long id = owner.getId();
    ThreadInfo info = bean.getThreadInfo(new long[] {id}, true, false)[0];
    if (info == null) {
      return null;
    }
    int hash = System.identityHashCode(lock);
    String type = lock.getClass().getName();
    for (MonitorInfo monitor : info.getLockedMonitors()) {
      if (monitor.getIdentityHashCode() == hash && monitor.getClassName().equals(type)) {
        StackTraceElement[] frames = info.getStackTrace();
        StringBuilder text = new StringBuilder();
        int first = Math.max(0, monitor.getLockedStackDepth());
        for (int i = first; i < frames.length && i < first + maxFrames; i++) {
          FrameText.append(text, frames[i]);
        }
        return text.toString();
      }
    }
    return null;
  }
}
