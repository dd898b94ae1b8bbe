package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackWeights;
import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What idle cores are charged to at one moment.
 *
 * @param key what tells it from others
 * @param weight how many threads speak for it
 * @param waiting what one of those who wait does, or of those who run
 * @param threads threads that wait for it
 * @param who ids of those of them who were looked at
 * @param causes those who are waited for
 * @param waiters how many wait in each way, for a charge to threads that run
 * @param stacks of those who speak for it or run, with their weight
 */
record Charge(
    Key key,
    double weight,
    Doing waiting,
    double threads,
    Set<Long> who,
    List<Actor> causes,
    Map<Activity, Double> waiters,
    StackWeights stacks) {

  /** A charge that one stack speaks for. */
  Charge(
      Key key,
      double weight,
      Doing waiting,
      double threads,
      Set<Long> who,
      List<Actor> causes,
      Map<Activity, Double> waiters) {
    this(
        key,
        weight,
        waiting,
        threads,
        who,
        causes,
        waiters,
        StackWeights.of(waiting.stack(), weight));
  }

  /** How a charge comes about. */
  enum Way {
    LOCK,
    DEADLOCK,
    PERMIT,
    POOL,
    /**
     * A pool all of whose threads wait for tasks in its own queue, or for permits that they have.
     */
    OWN_POOL,
    QUEUE,
    EXTERNAL,
    CLASS_INITIALIZATION,
    NATIVE,
    PINNED,
    TURNS,
    RUNNING
  }

  /**
   * What tells charges apart.
   *
   * @param object class of a lock or queue, thread group, number of a pool; or empty
   * @param method qualified name of the application's method; or empty
   */
  record Key(Way way, Activity activity, String object, String method) {
    /** Where it is waited for. */
    Circulation.Place place() {
      return new Circulation.Place(activity, method);
    }
  }

  /**
   * A thread, what it does, and what it waits for.
   *
   * @param identity what tells it from other threads ({@link Habits#identity})
   */
  record Actor(
      long threadId, String identity, String name, String group, Doing doing, Blocker blocker) {
    /** The same thread, which waits for that. */
    Actor blockedAt(Blocker other) {
      return new Actor(threadId, identity, name, group, doing, other);
    }

    /** The same thread, doing something else. */
    Actor doing(Doing other) {
      return new Actor(threadId, identity, name, group, other, blocker);
    }
  }

  /** Whether it is a limit: so many at a time get through, whatever else there is to do. */
  boolean limits() {
    return switch (key.way()) {
      case LOCK, DEADLOCK, POOL, OWN_POOL, QUEUE, CLASS_INITIALIZATION, PINNED -> true;
      default -> false;
    };
  }

  /** How many wait, in whatever way. */
  static double sum(Map<Activity, Double> waiters) {
    return waiters.values().stream().mapToDouble(count -> count).sum();
  }

  /** A share of those who wait. */
  static Map<Activity, Double> shares(Map<Activity, Double> waiters, double share) {
    Map<Activity, Double> result = new EnumMap<>(Activity.class);
    waiters.forEach((activity, count) -> result.put(activity, count * share));
    return result;
  }

  /** Sums charges of one moment by key, in the order of their threads. */
  static final class Sheet {
    private final Map<Key, Charge> charges = new LinkedHashMap<>();
    private final Map<Key, StackWeights> stacks = new HashMap<>();

    /** Nobody knows which threads wait. */
    void add(Key key, double weight, Doing waiting, double threads, List<Actor> causes) {
      add(new Charge(key, weight, waiting, threads, Set.of(), causes, Map.of()));
    }

    /** A thread waits, and speaks for what it waits for. */
    void add(Key key, ThreadSample thread, Doing waiting, List<Actor> causes) {
      Set<Long> who = Set.of(thread.threadId());
      add(new Charge(key, thread.weight(), waiting, thread.weight(), who, causes, Map.of()));
    }

    void add(Charge charge) {
      charges.merge(charge.key(), charge, Charge::plus);
      stacks.computeIfAbsent(charge.key(), key -> new StackWeights()).addAll(charge.stacks(), 1);
    }

    boolean isEmpty() {
      return charges.isEmpty();
    }

    List<Charge> all() {
      return charges.values().stream()
          .map(charge -> charge.with(Objects.requireNonNull(stacks.get(charge.key()))))
          .toList();
    }
  }

  /** Both, with the stacks of this one only. */
  private Charge plus(Charge other) {
    List<Actor> both = new ArrayList<>(causes);
    other.causes.stream().filter(actor -> !both.contains(actor)).forEach(both::add);
    Map<Activity, Double> sum = new EnumMap<>(Activity.class);
    sum.putAll(waiters);
    other.waiters.forEach((activity, count) -> sum.merge(activity, count, Double::sum));
    return new Charge(
        key,
        weight + other.weight,
        waiting,
        threads + other.threads,
        Stream.concat(who.stream(), other.who.stream()).collect(Collectors.toSet()),
        List.copyOf(both),
        sum,
        stacks);
  }

  private Charge with(StackWeights other) {
    return new Charge(key, weight, waiting, threads, who, causes, waiters, other);
  }

  Optional<Frame> site() {
    return waiting.site();
  }
}
