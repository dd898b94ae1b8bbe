package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds groups of threads that do together what one of them could: one after the other works, none
 * beside another, and without a pause. So a pool works for one actor, or for a chain of tasks.
 */
final class Relays {
  /** CPU time per second from which on there was no pause but for handing over. */
  private static final double WITHOUT_A_PAUSE = 0.9;

  /** CPU time per second, and threads at work in a look, up to which it was one at a time. */
  private static final double ONE_AT_A_TIME = 1.1;

  private static final class Sum {
    double cpu;
    int ready;
    int looks;
  }

  private final Map<String, Map<Long, Sum>> sums = new HashMap<>();
  private final Map<String, Sum> now = new HashMap<>();

  /** Adds a thread of the look at hand. */
  void add(ThreadSample thread, Doing doing, String group) {
    Sum sum = now.computeIfAbsent(group, key -> new Sum());
    sum.cpu += Math.max(0, thread.cpuShare()) * thread.weight();
    sum.ready += doing.activity() == Activity.RUNNING ? 1 : 0;
  }

  /** Ends the look. */
  void look(long atMillis) {
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
}
