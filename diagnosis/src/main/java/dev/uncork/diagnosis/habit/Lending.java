package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds what like threads lend each other: connections in a queue, tokens behind a condition,
 * whatever their names are.
 *
 * <p>Who waits at one thing while always as many of the same threads are at work, and never the
 * same ones, waits for one of them to give something back; one who pauses and tries again, too. At
 * a queue that others fill, or at a barrier, it's now more and now fewer who work, or others work
 * too, or always the same one.
 */
final class Lending {
  private static final int MIN_LOOKS = 10;
  private static final int MIN_THREADS = 3;
  private static final double MOSTLY = 0.7;
  private static final double RARELY = 0.2;

  /** CPU share below which a thread in native code waits there. */
  private static final double STANDS = 0.02;

  /** Who waits, and where. */
  private record Place(String group, String method) {}

  private static final class Looks {
    final Map<Integer, Integer> atWork = new HashMap<>();
    final Map<Long, Integer> workers = new HashMap<>();
    final Set<Long> threads = new HashSet<>();
    int count;
    int oneThing;
    int othersAtWork;

    boolean lending() {
      int usual = atWork.values().stream().mapToInt(times -> times).max().orElse(0);
      boolean always =
          usual >= MOSTLY * count
              && usual > atWork.getOrDefault(0, 0)
              && oneThing >= MOSTLY * count;
      boolean nobodyElse = othersAtWork <= RARELY * count;
      boolean changing = workers.values().stream().allMatch(times -> times < MOSTLY * count);
      return count >= MIN_LOOKS
          && threads.size() >= MIN_THREADS
          && always
          && nobodyElse
          && changing;
    }
  }

  /** Who waits at one place in one look. */
  private static final class Waiters {
    final Set<Integer> things = new HashSet<>();
    final Set<Long> threads = new HashSet<>();
  }

  private final Map<Place, Looks> places = new HashMap<>();

  /** Adds one look at all threads. */
  void look(Snapshot snapshot, StackReading reading, ThreadGroups groups) {
    Map<Place, Waiters> waiters = new HashMap<>();
    Map<String, Set<Long>> atWork = new HashMap<>();
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = seen(thread, reading.of(thread));
      String group = groups.of(thread.threadName());
      if (waits(doing)) {
        Waiters here =
            waiters.computeIfAbsent(new Place(group, doing.method()), place -> new Waiters());
        here.things.add(thread.blocker().instance());
        here.threads.add(thread.threadId());
      } else if (doing.activity() == Activity.RUNNING && thread.cpuShare() != 0
          || doing.external() && thread.cpuShare() > 0) {
        atWork.computeIfAbsent(group, name -> new HashSet<>()).add(thread.threadId());
      }
    }
    int all = atWork.values().stream().mapToInt(Set::size).sum();
    waiters.forEach(
        (place, here) -> {
          Set<Long> own = atWork.getOrDefault(place.group(), Set.of());
          Looks looks = places.computeIfAbsent(place, key -> new Looks());
          looks.count++;
          looks.oneThing += here.things.size() == 1 ? 1 : 0;
          looks.othersAtWork += all > own.size() ? 1 : 0;
          looks.atWork.merge(own.size(), 1, Integer::sum);
          looks.threads.addAll(here.threads);
          own.forEach(thread -> looks.workers.merge(thread, 1, Integer::sum));
        });
  }

  private static boolean waits(Doing doing) {
    return switch (doing.activity()) {
      case QUEUE_EMPTY, CONDITION, BACKOFF, NATIVE -> true;
      default -> false;
    };
  }

  /** What a thread does; one that uses no CPU time in native code may wait there. */
  private static Doing seen(ThreadSample thread, Doing doing) {
    boolean stands =
        doing.activity() == Activity.RUNNING
            && thread.cpuShare() >= 0
            && thread.cpuShare() < STANDS
            && !doing.stack().isEmpty()
            && doing.stack().get(0).file().isEmpty();
    return stands ? doing.as(Activity.NATIVE) : doing;
  }

  /** Whether a thread that waits there waits for what another one will give back. */
  boolean lent(ThreadSample thread, Doing here, String group) {
    Doing doing = seen(thread, here);
    Looks looks = waits(doing) ? places.get(new Place(group, doing.method())) : null;
    return looks != null && looks.lending();
  }
}
