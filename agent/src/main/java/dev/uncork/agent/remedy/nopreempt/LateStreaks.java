package dev.uncork.agent.remedy.nopreempt;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** At how many looks in a row each class of locks was late, and how many it takes for a trial. */
final class LateStreaks {
  private static final int LOOKS = 3;
  private static final int MOST_LOOKS = 600;

  /** None for those that weren't late at the last look. */
  private final Map<String, Integer> streaks = new HashMap<>();

  /** By class, where it isn't {@link #LOOKS}. */
  private final Map<String, Integer> needed = new HashMap<>();

  /**
   * A look at the counts.
   *
   * @param least late acquires from which on a class is late
   * @param shortlyHeld whether it is worth a trial
   * @return a class that has been late for long enough
   */
  Optional<String> look(
      Map<String, LateLocks.Second> counts, double least, Predicate<String> shortlyHeld) {
    streaks.keySet().retainAll(counts.keySet());
    for (Map.Entry<String, LateLocks.Second> entry : counts.entrySet()) {
      String lock = entry.getKey();
      if (entry.getValue().longBlocked < least || !shortlyHeld.test(lock)) {
        streaks.remove(lock);
      } else if (streaks.merge(lock, 1, Integer::sum) >= needed(lock)) {
        return Optional.of(lock);
      }
    }
    return Optional.empty();
  }

  private int needed(String lock) {
    return needed.getOrDefault(lock, LOOKS);
  }

  /** After a trial in which hardly any acquire was late: the next takes twice as many looks. */
  void doubleFor(String lock) {
    needed.put(lock, Math.min(2 * needed(lock), MOST_LOOKS));
  }

  /** Whether none was late at the last look. */
  boolean isEmpty() {
    return streaks.isEmpty();
  }

  /** Begins anew. */
  void clear() {
    streaks.clear();
  }
}
