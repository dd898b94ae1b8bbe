package dev.uncork.agent.observe.threads;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What waiting threads wait for, and who owns it. */
final class Blockers {
  private interface Question<T> {
    @Nullable T of(MonitorBlockers monitors);
  }

  private final ParkBlockers parked = new ParkBlockers();
  private final LiveThreads live;
  private @Nullable MonitorBlockers monitors;
  private String lost = "";

  Blockers(LiveThreads live) {
    this.live = live;
  }

  /** Why the monitors that threads wait for aren't known; empty while they are. */
  String lost() {
    return lost;
  }

  /** What a thread in this state is parked for; null when it isn't. */
  static @Nullable Object parkedFor(Thread thread, int state) {
    return ThreadStates.isParked(state) ? LockSupport.getBlocker(thread) : null;
  }

  /**
   * Describes what a thread waits for.
   *
   * @param parkedFor as {@link #parkedFor} told
   */
  WaitedFor of(WatchedThread watched, int state, @Nullable Object parkedFor) {
    if (parkedFor != null) {
      return parked.of(parkedFor);
    }
    if (!ThreadStates.isAtMonitor(state) || !lost.isEmpty()) {
      return WaitedFor.NONE;
    }
    WaitedFor blocker = atMonitor(watched.id);
    if (ThreadStates.isBlocked(state) || blocker.instance() == 0) {
      return blocker;
    }
    // One that waits on a thread waits for its end.
    long thread = live.idOf(blocker.className(), blocker.instance());
    return new WaitedFor(blocker.className(), blocker.instance(), thread);
  }

  /** The lock that a thread waits for without a limit of time; null when it doesn't. */
  @Nullable LockWait lockWait(long threadId) {
    return ask(from -> from.lockWait(threadId));
  }

  private WaitedFor atMonitor(long threadId) {
    WaitedFor blocker = ask(from -> from.of(threadId));
    return blocker == null ? WaitedFor.NONE : blocker;
  }

  /** Asks, as long as there is somebody to ask. */
  private <T> @Nullable T ask(Question<T> question) {
    if (!lost.isEmpty()) {
      return null;
    }
    try {
      MonitorBlockers asked = monitors;
      if (asked == null) {
        asked = new MonitorBlockers();
        monitors = asked;
      }
      return question.of(asked);
    } catch (LinkageError | RuntimeException e) {
      lost = "the JVM doesn't say which monitors threads wait for: " + e;
      return null;
    }
  }
}
