package dev.uncork.diagnosis.habit;

import dev.uncork.protocol.thread.KernelName;
import dev.uncork.recording.ProgressPoint;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadUse;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
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

  /** How many times more there may be of one than of the other. */
  private static final double ABOUT = 2;

  /** CPU time of a thread is told in steps; it may have used so much more. */
  private static final double STEP_NANOS = 10_000_000;

  /** Turns a second up to which a thread takes long pauses. */
  private static final double RARE = 30;

  private final Map<String, DoubleSummaryStatistics> nanos = new HashMap<>();
  private final Map<String, Double> turns = new HashMap<>();
  private final Map<String, Double> mostTurns = new HashMap<>();
  private final double seconds;
  private final double operations;
  private final boolean complete;

  WakeUps(Recording recording) {
    boolean shortened = false;
    for (ThreadUse use : recording.threads()) {
      shortened |= KernelName.isShortened(use.name());
      // Of one whose turns are unknown, the long ones are.
      double each = use.nanosPerTurn() > 0 ? use.nanosPerTurn() : use.cpuNanos();
      String key = key(use.name());
      nanos.computeIfAbsent(key, any -> new DoubleSummaryStatistics()).accept(each);
      turns.merge(key, each > 0 ? use.cpuNanos() / each : 0, Double::sum);
      mostTurns.merge(key, each > 0 ? (use.cpuNanos() + STEP_NANOS) / each : 0, Double::sum);
    }
    complete = !recording.threads().isEmpty() && !shortened;
    seconds = recording.durationNanos() / 1e9;
    operations =
        seconds
            * recording.progress().stream().mapToDouble(ProgressPoint::rate).average().orElse(0);
  }

  /** What like-named threads have in common, whether the kernel cut their names or not. */
  static String key(String name) {
    return ThreadGroups.withoutNumbers(KernelName.cut(name));
  }

  /** Whether threads with names of that {@link #key} stop for something again and again. */
  boolean areShort(String key) {
    DoubleSummaryStatistics each = nanos.get(key);
    return each != null && each.getAverage() < ThreadUse.LONG_TURN_NANOS;
  }

  /** Whether what threads with names of that {@link #key} do takes no longer than waking up. */
  boolean areTiny(String key) {
    DoubleSummaryStatistics each = nanos.get(key);
    return each != null && each.getAverage() < EMPTY_NANOS;
  }

  /** Whether threads with names of that {@link #key} seldom wake up, each of them. */
  boolean areRare(String key) {
    DoubleSummaryStatistics each = nanos.get(key);
    return each != null && turns.getOrDefault(key, 0.0) <= RARE * seconds * each.getCount();
  }

  /** Whether threads with names of that {@link #key} mostly found nothing to do when they woke. */
  boolean areEmpty(String key) {
    return nanos.containsKey(key) ? areTiny(key) && !operate(key) : complete;
  }

  private boolean operate(String key) {
    return operations > turns.getOrDefault(key, 0.0) / ABOUT
        && operations < mostTurns.getOrDefault(key, 0.0) * ABOUT;
  }
}
