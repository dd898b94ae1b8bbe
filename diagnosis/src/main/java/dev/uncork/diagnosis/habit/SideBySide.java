package dev.uncork.diagnosis.habit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How often threads of one group run side by side. */
final class SideBySide {
  private final Map<String, Set<String>> ran = new HashMap<>();
  private final Map<String, Integer> looksAtRunning = new HashMap<>();
  private final Map<String, Integer> looksAtSeveral = new HashMap<>();
  private final Map<String, Integer> running = new HashMap<>();

  /** Adds a thread that runs at the look at hand. */
  void runs(String group, String identity) {
    running.merge(group, 1, Integer::sum);
    ran.computeIfAbsent(group, key -> new HashSet<>()).add(identity);
  }

  /** Ends the look. */
  void look() {
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

  /** Share of the looks at which threads of that group run at which several do. */
  double share(String group) {
    return (double) looksAtSeveral.getOrDefault(group, 0)
        / Math.max(1, looksAtRunning.getOrDefault(group, 0));
  }
}
