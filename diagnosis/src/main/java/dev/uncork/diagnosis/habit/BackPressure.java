package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds semaphores with which threads keep themselves from handing out more than is done: they wait
 * for what others do, as those do that fill a queue, and more permits would only let more wait.
 *
 * <p>So does one thread that nobody else waits beside. So do several, where while they wait one
 * thread of another kind is all that is at work: permits come back from there only.
 */
final class BackPressure {
  private static final String SEMAPHORE = "java.util.concurrent.Semaphore";

  /** Share of the looks at which threads wait from which on it is always the same that works. */
  private static final double MOSTLY = 0.75;

  private static final int MIN_LOOKS = 10;

  /** Who waits for permits at one place, and who works meanwhile. */
  private static final class Place {
    final Set<String> groups = new HashSet<>();
    final Map<Long, Integer> alone = new HashMap<>();
    final Map<Long, String> groupOf = new HashMap<>();
    int looks;
    boolean crowded;

    void look(List<Waiter> waiters, List<Waiter> active) {
      looks++;
      crowded |= waiters.stream().mapToDouble(Waiter::weight).sum() > 1;
      waiters.forEach(waiter -> groups.add(waiter.group()));
      List<Waiter> works =
          active.stream()
              .filter(one -> one.activity() != Activity.SLEEP || groups.contains(one.group()))
              .toList();
      if (works.size() == 1) {
        Waiter one = works.get(0);
        alone.merge(one.threadId(), 1, Integer::sum);
        groupOf.put(one.threadId(), one.group());
      }
    }

    boolean forOne() {
      return looks >= MIN_LOOKS
          && alone.entrySet().stream()
              .anyMatch(
                  one ->
                      one.getValue() >= MOSTLY * looks
                          && !groups.contains(groupOf.get(one.getKey())));
    }
  }

  private record Waiter(long threadId, String group, double weight, Activity activity) {}

  private final Map<String, Place> places = new HashMap<>();
  private final Map<String, List<Waiter>> waiting = new HashMap<>();
  private final List<Waiter> active = new ArrayList<>();

  /** Adds a thread of the look at hand. */
  void add(ThreadSample thread, Doing doing, String group) {
    Waiter one = new Waiter(thread.threadId(), group, thread.weight(), doing.activity());
    if (doing.activity() == Activity.PERMIT) {
      waiting.computeIfAbsent(doing.method(), method -> new ArrayList<>()).add(one);
    } else if (doing.external() || doing.activity() == Activity.RUNNING && thread.cpuShare() != 0) {
      active.add(one);
    }
  }

  /** Ends the look. */
  void look() {
    waiting.forEach(
        (method, waiters) ->
            places.computeIfAbsent(method, key -> new Place()).look(waiters, active));
    waiting.clear();
    active.clear();
  }

  /** Whether a thread that waits for a permit waits for others to do what was handed out. */
  boolean at(Doing doing) {
    if (doing.activity() != Activity.PERMIT || !doing.object().equals(SEMAPHORE)) {
      return false;
    }
    Place place = places.get(doing.method());
    return place == null || !place.crowded || place.forOne();
  }
}
