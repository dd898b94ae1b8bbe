package dev.uncork.diagnosis.habit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How often threads of one group run side by side. */
final class SideBySide {
  /** Cores that threads use of which one works at a time; they are a little off. */
  private static final double ONE_CORE = 1.1;

  private final Map<String, Set<String>> ran = new HashMap<>();
  private final Map<String, Integer> looksAtRunning = new HashMap<>();
  private final Map<String, Integer> looksAtSeveral = new HashMap<>();
  private final Map<String, Integer> running = new HashMap<>();
  private final Map<String, Double> cores = new HashMap<>();
  private int looks;

  /** Adds a thread that runs at the look at hand. */
  void runs(String group, String identity) {
    running.merge(group, 1, Integer::sum);
    ran.computeIfAbsent(group, key -> new HashSet<>()).add(identity);
  }

  /** Adds the cores that a thread used since the look before; negative where unknown. */
  void used(String group, double share) {
    if (share >= 0) {
      cores.merge(group, share, Double::sum);
    }
  }

  /** Ends the look. */
  void look() {
    looks++;
    running.forEach(
        (group, count) -> {
          looksAtRunning.merge(group, 1, Integer::sum);
          looksAtSeveral.merge(group, count > 1 ? 1 : 0, Integer::sum);
        });
    running.clear();
  }

  /** Whether several threads of that group were seen running. */
  boolean severalRan(String group) {
    return ran.getOrDefault(group, Set.of()).size() > 1;
  }

  /** Whether threads of that group together used one core at most, as far as is known. */
  boolean oneAtATime(String group) {
    double used = cores.getOrDefault(group, 0.0);
    return used > 0 && used <= ONE_CORE * looks;
  }

  /** Whether threads of that group together used hardly any of a core, as far as is known. */
  boolean hardlyWorks(String group) {
    Double used = cores.get(group);
    return used != null && used < Habits.POLLER * looks;
  }

  /** Share of the looks at which threads of that group run at which several do. */
  double share(String group) {
    return (double) looksAtSeveral.getOrDefault(group, 0)
        / Math.max(1, looksAtRunning.getOrDefault(group, 0));
  }
}
