package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds native methods in which a thread waits again and again, as for a disk, for so short a time
 * that no look finds it standing still: it is seen there more often than it could be by its CPU
 * time, though a core is free, or gives its core away by itself.
 */
final class NativeWaits {
  private static final int MIN_LOOKS = 10;

  /** Share of the looks at which it is there that its CPU time explains at most. */
  private static final double AT_WORK = 0.5;

  private static final class Sum {
    final Map<String, Integer> looks = new HashMap<>();
    double cpu;
  }

  private final WakeUps wakeUps;
  private final Map<Long, Sum> threads = new HashMap<>();

  NativeWaits(WakeUps wakeUps) {
    this.wakeUps = wakeUps;
  }

  /** Adds a thread of one look. */
  void look(ThreadSample thread, Doing doing) {
    Sum sum = threads.computeIfAbsent(thread.threadId(), key -> new Sum());
    sum.cpu += Math.abs(thread.cpuShare()); // one that is unknown may be all
    if (isNative(doing)) {
      sum.looks.merge(doing.stack().get(0).qualifiedMethod(), 1, Integer::sum);
    }
  }

  /**
   * Whether a thread that seems to run mostly waits where it is.
   *
   * @param freeCore whether it could have had a core
   */
  boolean at(ThreadSample thread, Doing doing, boolean freeCore) {
    Sum sum = isNative(doing) ? threads.get(thread.threadId()) : null;
    if (sum == null) {
      return false;
    }
    int looks = sum.looks.getOrDefault(doing.stack().get(0).qualifiedMethod(), 0);
    return looks >= MIN_LOOKS
        && sum.cpu <= AT_WORK * looks
        && (freeCore || wakeUps.areShort(WakeUps.key(thread.threadName())));
  }

  private static boolean isNative(Doing doing) {
    List<Frame> stack = doing.stack();
    return doing.activity() == Activity.RUNNING
        && !stack.isEmpty()
        && stack.get(0).file().isEmpty();
  }
}
