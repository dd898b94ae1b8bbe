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
 * Locks that a program has made itself, of a flag, a queue of threads and {@code LockSupport.park},
 * whatever their classes are called.
 *
 * <p>Such a class parks those who call it, several at a time. They are like-named threads which do
 * all that is done, so that nobody brings them anything; each of them comes round, few at a time
 * are elsewhere, and none most of the time. Who meets at a barrier goes on together with the
 * others, or waits for the same one again and again; who passes a token on waits for his own.
 */
final class OwnLocks {
  private static final int MIN_LOOKS = 20;

  private static final int FEWEST_USERS = 3;

  /** Threads that wait from which on it isn't a pair that takes turns. */
  private static final int SEVERAL = 2;

  /** Share of the looks at which several wait. */
  private static final double MOSTLY = 0.75;

  /** Share of the looks at which more than half of the users may be elsewhere. */
  private static final double RARELY = 0.1;

  /** CPU share from which on a thread does a part of the work. */
  private static final double TAKES_PART = 0.05;

  private static final class Place {
    final Set<Long> users = new HashSet<>();
    final Set<String> groups = new HashSet<>();
    final Map<Long, Integer> elsewhere = new HashMap<>();
    final Map<Long, Integer> ran = new HashMap<>();
    int looks;
    int several;
    int scattered;
  }

  private final Map<Integer, Place> places = new HashMap<>();

  OwnLocks(Iterable<Snapshot> snapshots, StackReading reading) {
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        if (waitsAtClass(thread, reading.of(thread))) {
          Place place = places.computeIfAbsent(thread.blocker().instance(), key -> new Place());
          place.users.add(thread.threadId());
          place.groups.add(ThreadGroups.withoutNumbers(thread.threadName()));
        }
      }
    }
    places.values().removeIf(place -> place.users.size() < FEWEST_USERS || place.groups.size() > 1);
    if (places.isEmpty()) {
      return;
    }
    int looks = 0;
    Map<Long, Double> cpu = new HashMap<>();
    for (Snapshot snapshot : snapshots) {
      looks++;
      places.forEach((instance, place) -> look(instance, place, snapshot, reading));
      for (ThreadSample thread : snapshot.threads()) {
        cpu.merge(
            thread.threadId(), Math.max(0.0, thread.cpuShare()) * thread.weight(), Double::sum);
      }
    }
    double least = TAKES_PART * looks;
    places.values().removeIf(place -> !isLock(place) || othersWork(place, cpu, least));
  }

  private static void look(int instance, Place place, Snapshot snapshot, StackReading reading) {
    int waiting = 0;
    int seen = 0;
    for (ThreadSample thread : snapshot.threads()) {
      if (!place.users.contains(thread.threadId())) {
        continue;
      }
      seen++;
      place.ran.merge(thread.threadId(), thread.cpuShare() > 0 ? 1 : 0, Integer::sum);
      if (thread.blocker().instance() == instance && waitsAtClass(thread, reading.of(thread))) {
        waiting++;
      } else {
        place.elsewhere.merge(thread.threadId(), 1, Integer::sum);
      }
    }
    place.looks += seen > 0 ? 1 : 0;
    place.several += waiting >= SEVERAL ? 1 : 0;
    place.scattered += seen > 2 * waiting ? 1 : 0;
  }

  private static boolean isLock(Place place) {
    return place.looks >= MIN_LOOKS
        && place.several >= MOSTLY * place.looks
        && place.scattered <= RARELY * place.looks
        && place.elsewhere.values().stream().noneMatch(looks -> looks > place.looks / 2)
        && place.users.stream()
            .allMatch(user -> place.ran.getOrDefault(user, 0) >= place.looks / 2);
  }

  private static boolean othersWork(Place place, Map<Long, Double> cpu, double least) {
    return cpu.entrySet().stream()
        .anyMatch(entry -> !place.users.contains(entry.getKey()) && entry.getValue() >= least);
  }

  /** Whether a thread waits for such a lock. */
  boolean at(ThreadSample thread, Doing doing) {
    return waitsAtClass(thread, doing) && places.containsKey(thread.blocker().instance());
  }

  /** Whether a class of the program's own parks a thread for itself. */
  private static boolean waitsAtClass(ThreadSample thread, Doing doing) {
    String type = thread.blocker().className();
    return doing.activity() == Activity.CONDITION
        && !type.isEmpty()
        && type.equals(doing.object())
        && !thread.stack().isEmpty()
        && thread.stack().get(0).method().equals("park");
  }
}
