package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** CPU time of the threads that meet at barriers: who works longest between two meetings? */
final class Meetings {
  /** Part of one's CPU time that others use on average who do about as much. */
  private static final double AS_MUCH = 0.75;

  private final Map<String, Double> cores = new HashMap<>();
  private final Set<String> came = new HashSet<>();

  /** Adds a look at a thread. */
  void look(String identity, ThreadSample thread, Doing doing) {
    if (thread.cpuShare() >= 0) { // else it isn't known yet
      cores.merge(identity, (double) thread.cpuShare() * thread.weight(), Double::sum);
    }
    if (doing.activity() == Activity.BARRIER) {
      came.add(identity);
    }
  }

  /** Whether there was a barrier at which anybody waited. */
  boolean happen() {
    return !came.isEmpty();
  }

  /** Whether the others who meet at barriers use about as much CPU time as that thread. */
  boolean isOneOfEquals(String identity) {
    double own = cores.getOrDefault(identity, 0.0);
    double others =
        came.stream()
            .filter(other -> !other.equals(identity))
            .mapToDouble(other -> cores.getOrDefault(other, 0.0))
            .average()
            .orElse(0);
    return own > 0 && others >= AS_MUCH * own;
  }
}
