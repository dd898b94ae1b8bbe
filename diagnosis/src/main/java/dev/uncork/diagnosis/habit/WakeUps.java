package dev.uncork.diagnosis.habit;

import dev.uncork.recording.ThreadUse;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What threads do each time they wake up, by how much CPU time they use then.
 *
 * <p>To wake up, look whether there is anything to do, and go to sleep again takes a thread some
 * ten microseconds, on virtual machines up to forty. Who isn't among the threads that used CPU time
 * has hardly run at all.
 */
final class WakeUps {
  /** CPU time below which a thread that woke up found nothing to do. */
  private static final double EMPTY_NANOS = 50_000;

  /** CPU time up to which a thread gave its core away by itself: the scheduler leaves it longer. */
  private static final double SHORT_NANOS = 1_000_000;

  /** What the kernel keeps of a name; newer JDKs leave out its middle. */
  private static final int KERNEL_LENGTH = 15;

  private static final String LEFT_OUT = "..";
  private static final int LEFT_OUT_AT = 7;

  private final Map<String, DoubleSummaryStatistics> nanos = new HashMap<>();
  private final boolean complete;

  WakeUps(List<ThreadUse> uses) {
    boolean shortened = false;
    for (ThreadUse use : uses) {
      shortened |= use.name().startsWith(LEFT_OUT, LEFT_OUT_AT);
      // Of one whose turns are unknown, the long ones are.
      double each = use.nanosPerTurn() > 0 ? use.nanosPerTurn() : use.cpuNanos();
      nanos.computeIfAbsent(key(use.name()), key -> new DoubleSummaryStatistics()).accept(each);
    }
    complete = !uses.isEmpty() && !shortened;
  }

  /** What like-named threads have in common, whether the kernel cut their names or not. */
  static String key(String name) {
    String kept = name.substring(0, Math.min(KERNEL_LENGTH, name.length()));
    return ThreadGroups.withoutNumbers(kept);
  }

  /** Whether threads with names of that {@link #key} stop for something again and again. */
  boolean areShort(String key) {
    DoubleSummaryStatistics each = nanos.get(key);
    return each != null && each.getAverage() < SHORT_NANOS;
  }

  /** Whether threads with names of that {@link #key} mostly found nothing to do when they woke. */
  boolean areEmpty(String key) {
    DoubleSummaryStatistics each = nanos.get(key);
    return each == null ? complete : each.getAverage() < EMPTY_NANOS;
  }
}
