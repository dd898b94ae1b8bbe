package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds semaphores with which one thread keeps itself from handing out more than is done: it waits
 * for what others do, as one does that fills a queue, and more permits would only let more wait.
 */
final class BackPressure {
  private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

  private final Set<String> crowded = new HashSet<>();
  private final Map<String, Double> waiting = new HashMap<>();

  /** Adds a thread of the look at hand. */
  void add(ThreadSample thread, Doing doing) {
    if (doing.activity() == Activity.PERMIT) {
      waiting.merge(doing.method(), (double) thread.weight(), Double::sum);
    }
  }

  /** Ends the look. */
  void look() {
    waiting.forEach(
        (method, threads) -> {
          if (threads > 1) {
            crowded.add(method);
          }
        });
    waiting.clear();
  }

  /** Whether nobody but one thread ever waits for a permit there. */
  boolean at(Doing doing) {
    return doing.activity() == Activity.PERMIT
        && doing.object().equals(SEMAPHORE)
        && !crowded.contains(doing.method());
  }
}
