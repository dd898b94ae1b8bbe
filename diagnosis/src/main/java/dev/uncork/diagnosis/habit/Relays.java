package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds threads that do together what one of them could: one after the other works, none beside
 * another, and without a pause. So a pool works for one actor, or for a chain of tasks, and so do
 * the pools of a pipeline that lets one element through at a time.
 */
final class Relays {
  /** CPU time per second from which on there was no pause but for handing over. */
  private static final double WITHOUT_A_PAUSE = 0.9;

  /** CPU time per second, and threads at work in a look, up to which it was one at a time. */
  private static final double ONE_AT_A_TIME = 1.1;

  /** The same of all threads together, of which some hand over to others of another kind. */
  private static final double HARDLY_A_PAUSE = 0.85;

  /** Part of the looks at which several may be at work, though one works after the other. */
  private static final double RARELY = 0.05;

  /** Part of the looks since whose last they used one core, as a load that varies never does. */
  private static final double MOSTLY = 0.75;

  private static final int LEAST_LOOKS = 20;

  private static final class Sum {
    double cpu;
    int ready;
    int looks;
  }

  private final Map<String, Map<Long, Sum>> sums = new HashMap<>();
  private final Map<String, Sum> now = new HashMap<>();
  private int looks;
  private int one;
  private int several;

  /** Adds a thread of the look at hand. */
  void add(ThreadSample thread, Doing doing, String group) {
    Sum sum = now.computeIfAbsent(group, key -> new Sum());
    sum.cpu += Math.max(0, thread.cpuShare()) * thread.weight();
    sum.ready += doing.activity() == Activity.RUNNING ? 1 : 0;
  }

  /** Ends the look. */
  void look(long atMillis) {
    int ready = now.values().stream().mapToInt(of -> of.ready).sum();
    double cpu = now.values().stream().mapToDouble(of -> of.cpu).sum();
    looks++;
    one += cpu >= HARDLY_A_PAUSE && cpu <= ONE_AT_A_TIME ? 1 : 0;
    several += ready > 1 ? 1 : 0;
    now.forEach(
        (group, of) -> {
          Sum sum =
              sums.computeIfAbsent(group, key -> new HashMap<>())
                  .computeIfAbsent(atMillis / 1000, second -> new Sum());
          sum.cpu += of.cpu;
          sum.ready += of.ready;
          sum.looks++;
        });
    now.clear();
  }

  /** Whether threads of that group worked one after the other about that time. */
  boolean runOn(String group, long atMillis, boolean freeCore) {
    Sum sum = sums.getOrDefault(group, Map.of()).get(atMillis / 1000);
    if (sum == null) {
      return false;
    }
    double used = freeCore ? sum.cpu : Math.max(sum.cpu, sum.ready);
    return used >= WITHOUT_A_PAUSE * sum.looks
        && Math.max(sum.cpu, sum.ready) <= ONE_AT_A_TIME * sum.looks;
  }

  /**
   * Whether all threads together did so, from beginning to end. A look may come while one hands
   * over to another.
   */
  boolean allRunOn() {
    return looks >= LEAST_LOOKS && isRare(several, looks) && one >= MOSTLY * looks;
  }

  /** Whether what was seen so often is rare, as far as so many looks tell: one may be chance. */
  static boolean isRare(long seen, int looks) {
    return seen <= RARELY * looks + Math.sqrt(RARELY * looks);
  }
}
