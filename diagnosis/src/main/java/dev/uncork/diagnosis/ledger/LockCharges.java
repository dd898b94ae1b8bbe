package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Charges of the locks at which threads are blocked at one moment. */
final class LockCharges {
  private final Scene scene;
  private final Set<Long> unasked;

  /** Locks that are charged, by the thread that waits. */
  private final Map<Long, Charge> ofWaiters = new LinkedHashMap<>();

  /** Locks behind what threads wait for, by their group, and how and where they wait. */
  private final Map<List<Object>, Optional<Charge>> behind = new HashMap<>();

  /**
   * Charges of one moment.
   *
   * @param unasked threads that have nothing to do, whatever they seem to wait for
   */
  LockCharges(Scene scene, Set<Long> unasked) {
    this.scene = scene;
    this.unasked = unasked;
  }

  /**
   * Whether the holder of a lock waits at an empty queue for those, too, who wait for the lock:
   * they would be where he is. Who comes from elsewhere may be the one to fill it.
   */
  private static boolean sharesQueue(Actor holder, Doing waiter) {
    return holder.doing().activity() == Activity.QUEUE_EMPTY
        && holder.doing().stack().stream()
            .anyMatch(frame -> frame.qualifiedMethod().equals(waiter.method()));
  }

  /** Adds the locks to what is charged so far. */
  void add() {
    LockOwners owners = new LockOwners(scene.samples, scene.actors, scene.habits, scene.atMillis());
    Map<Long, Charge> ofOwners = new HashMap<>();
    boolean stands = scene.standsForEver();
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      if (stands && LockOwners.isGivenBack(doing) && owners.nobodyGivesBack(thread)) {
        scene.sheet.add(owners.standing(thread));
        scene.wanted.add(thread.threadId());
        continue;
      }
      // Who waits for input with a lock lets others wait for input too.
      if (doing.activity() == Activity.LOCK && !unasked.contains(thread.blocker().owner())) {
        Charge charge = owners.charge(thread);
        List<Actor> holders = charge.causes();
        if (holders.size() == 1 && sharesQueue(holders.get(0), doing)) {
          continue;
        }
        if (holders.size() == 1 && Scene.limit(holders.get(0)).isPresent()) {
          // Without the lock, all would wait for what its holder waits for.
          Actor holder = holders.get(0);
          scene.charge(
              Scene.limit(holder).orElseThrow(), thread, holder.doing(), scene.candidates(holder));
          continue;
        }
        scene.sheet.add(charge);
        ofWaiters.put(thread.threadId(), charge);
        charge.causes().forEach(owner -> ofOwners.put(owner.threadId(), charge));
      }
    }
    // Who holds a lock that others want, and waits himself, makes them wait.
    ofOwners.forEach(
        (owner, charge) -> {
          scene.wanted.add(owner);
          Actor actor = scene.actors.get(owner);
          if (actor != null && actor.doing().external()) {
            scene.sheet.add(charge.key(), 1, charge.waiting(), 0, List.of(actor));
          }
        });
  }

  /**
   * The lock for which a thread waits that wants a permit, or room in a queue: those who have the
   * permits, or empty the queue, are blocked at it. With more permits or more room more threads
   * would be.
   */
  Optional<Charge> behind(ThreadSample thread) {
    if (ofWaiters.isEmpty()) {
      return Optional.empty();
    }
    Actor waiter = scene.actor(thread);
    Doing doing = waiter.doing();
    boolean room = doing.activity() == Activity.QUEUE_FULL;
    return behind
        .computeIfAbsent(
            List.of(waiter.group(), doing.activity(), doing.method()),
            key -> room ? behindQueue(waiter) : behindPermits(waiter))
        .map(
            lock ->
                new Charge(
                    lock.key(),
                    thread.weight(),
                    lock.waiting(),
                    0, // not blocked itself
                    Set.of(thread.threadId()),
                    lock.causes(),
                    Map.of()));
  }

  /** Where of its like, as far as they don't wait for the permits too, most are blocked. */
  private Optional<Charge> behindPermits(Actor waiter) {
    double others = 0;
    double blocked = 0;
    Optional<Charge> lock = Optional.empty();
    for (ThreadSample thread : scene.threads()) {
      Actor actor = scene.actor(thread);
      Activity activity = actor.doing().activity();
      boolean waitsToo =
          activity == Activity.PERMIT || actor.doing().method().equals(waiter.doing().method());
      if (!actor.group().equals(waiter.group()) || waitsToo || activity == Activity.IDLE) {
        continue;
      }
      others += thread.weight();
      Charge at = ofWaiters.get(thread.threadId());
      if (at != null) {
        blocked += thread.weight();
        lock = lock.or(() -> Optional.of(at));
      }
    }
    return 2 * blocked >= others ? lock : Optional.empty();
  }

  /** Where nobody else does anything but those who have the lock that others are blocked at. */
  private Optional<Charge> behindQueue(Actor waiter) {
    List<Actor> makers = scene.candidates(waiter);
    return ofWaiters.entrySet().stream()
        .filter(at -> !group(at.getKey()).equals(waiter.group()))
        .map(Map.Entry::getValue)
        .filter(
            lock ->
                makers.stream()
                    .allMatch(
                        maker ->
                            lock.causes().contains(maker) && !scene.habits.consumes(maker.group())))
        .findFirst();
  }

  private String group(long threadId) {
    Actor actor = scene.actors.get(threadId);
    return actor == null ? "" : actor.group();
  }
}
