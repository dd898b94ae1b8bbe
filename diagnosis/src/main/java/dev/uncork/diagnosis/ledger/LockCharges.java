package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Charges of the locks at which threads are blocked at one moment. */
final class LockCharges {
  private final Scene scene;
  private final Set<Long> unasked;

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
}
