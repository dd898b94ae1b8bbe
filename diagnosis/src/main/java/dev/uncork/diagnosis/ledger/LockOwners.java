package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.ledger.Charge.Key;
import dev.uncork.diagnosis.ledger.Charge.Way;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Who owns the locks at which threads are blocked at one moment. */
final class LockOwners {
  private static final int LONGEST_CHAIN = 100;

  private final Map<Long, ThreadSample> samples;
  private final Map<Long, Actor> actors;
  private final Habits habits;
  private final long atMillis;

  /** Threads of a moment by id: as they were seen, and what they do. */
  LockOwners(
      Map<Long, ThreadSample> samples, Map<Long, Actor> actors, Habits habits, long atMillis) {
    this.samples = samples;
    this.actors = actors;
    this.habits = habits;
    this.atMillis = atMillis;
  }

  /** The lock at the end of the chain of owners that a thread waits for. */
  Charge charge(ThreadSample first) {
    Set<Long> seen = new HashSet<>();
    ThreadSample blocked = first;
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      seen.add(blocked.threadId());
      ThreadSample owner = samples.get(blocked.blocker().owner());
      if (owner == null) {
        return charge(Way.LOCK, first, blocked, List.of());
      }
      Actor actor = actor(owner);
      if (seen.contains(owner.threadId())) {
        List<Actor> cycle = cycle(owner);
        boolean standing =
            cycle.stream().allMatch(member -> habits.stuck(member.threadId(), atMillis));
        if (!standing || !ownedOnce(cycle)) {
          return charge(Way.LOCK, first, blocked, List.of());
        }
        // Whoever waits for one of the cycle waits for the same deadlock.
        long least = cycle.stream().mapToLong(Actor::threadId).min().orElse(blocked.threadId());
        ThreadSample same = samples.getOrDefault(least, blocked);
        return charge(Way.DEADLOCK, first, same, cycle);
      }
      if (actor.doing().activity() != Activity.LOCK || owner.blocker().owner() < 0) {
        return charge(Way.LOCK, first, blocked, List.of(actor));
      }
      blocked = owner;
    }
    return charge(Way.LOCK, first, blocked, List.of());
  }

  /** Whether somebody else must give back, or make, what is waited for: a lock, a permit, room. */
  static boolean isGivenBack(Doing doing) {
    return switch (doing.activity()) {
      case LOCK, PERMIT, QUEUE_FULL -> true;
      default -> false;
    };
  }

  /**
   * Whether a thread waits without a limit of time, until the end, for a lock of which nobody tells
   * who has it, as those don't who share one, or monitors of virtual threads. Somebody who sleeps
   * for long may.
   */
  boolean nobodyGivesBack(ThreadSample thread) {
    return (thread.state() == Thread.State.WAITING || thread.state() == Thread.State.BLOCKED)
        && thread.blocker().owner() < 0
        && habits.stuck(thread.threadId(), atMillis)
        && !habits.sleptLongSince(atMillis);
  }

  /**
   * A lock, permit or room that threads wait for for ever, wherever they do; a thread that does.
   */
  Charge standing(ThreadSample thread) {
    Actor actor = actor(thread);
    Doing doing = actor.doing();
    String object =
        switch (doing.activity()) {
          case PERMIT -> Stuck.PERMIT + doing.object();
          case QUEUE_FULL -> Stuck.ROOM + doing.object();
          default -> object(thread);
        };
    return new Charge(
        new Key(Way.DEADLOCK, doing.activity(), object, ""),
        thread.weight(),
        doing,
        thread.weight(),
        Set.of(thread.threadId()),
        List.of(actor.blockedAt(new Blocker(object, 0, -1))),
        Map.of());
  }

  private Charge charge(Way way, ThreadSample first, ThreadSample last, List<Actor> owners) {
    Doing doing = actor(last).doing();
    String object = object(last);
    // The bins of a table are many locks at many places, and yet one thing.
    boolean table = object.startsWith("java.util.concurrent.ConcurrentHashMap");
    return new Charge(
        new Key(
            way,
            Activity.LOCK,
            table ? CodeOrigin.outermost(object) : object,
            table ? "" : doing.method()),
        first.weight(),
        doing,
        first.weight(),
        Set.of(first.threadId()),
        owners,
        Map.of());
  }

  private String object(ThreadSample thread) {
    String type = thread.blocker().className();
    boolean unknown = type.isEmpty() || type.equals(AwaitedClass.PAUSE);
    return unknown ? actor(thread).doing().object() : type;
  }

  /**
   * Whether each waits for another lock, as those do who wait for each other. Of one lock, the
   * owner changes while its waiters are looked at, one after the other.
   */
  private static boolean ownedOnce(List<Actor> cycle) {
    Set<Integer> locks = new HashSet<>();
    return cycle.stream()
        .map(member -> member.blocker().instance())
        .allMatch(instance -> instance == 0 || locks.add(instance));
  }

  private List<Actor> cycle(ThreadSample begin) {
    List<Actor> cycle = new ArrayList<>();
    ThreadSample at = begin;
    do {
      cycle.add(actor(at));
      at = samples.getOrDefault(at.blocker().owner(), begin);
    } while (at.threadId() != begin.threadId() && cycle.size() < LONGEST_CHAIN);
    return cycle;
  }

  private Actor actor(ThreadSample thread) {
    return Objects.requireNonNull(actors.get(thread.threadId()));
  }
}
