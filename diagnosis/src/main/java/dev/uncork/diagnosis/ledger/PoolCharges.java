package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.ledger.Charge.Key;
import dev.uncork.diagnosis.ledger.Charge.Way;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.PoolUse;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Charges of pools all of whose threads are taken while tasks wait: these tasks could have run.
 *
 * <p>Not where the threads that would take them would only wait too, be it for the tasks before
 * them ({@link Habits#inOrder}), or for a core, nor where a worker is cutting off the pieces of
 * which the tasks are made: what waits is what was cut off last.
 */
final class PoolCharges {
  private final Habits habits;
  private final Charge.Sheet sheet;
  private final int cores;
  private final Predicate<Actor> stuck;
  private final boolean stands;

  /**
   * Charges of one moment.
   *
   * @param stuck whether a thread waited for one thing from then on until the end, without a limit
   *     of time
   * @param stands whether nobody did anything any more from then on until the end
   */
  PoolCharges(
      Habits habits, Charge.Sheet sheet, int cores, Predicate<Actor> stuck, boolean stands) {
    this.cores = cores;
    this.habits = habits;
    this.sheet = sheet;
    this.stuck = stuck;
    this.stands = stands;
  }

  /** Whether a pool has tasks that wait because all of its threads are at one. */
  static boolean keepsTasksWaiting(PoolUse pool) {
    return pool.queued() > 0 && pool.threads() > 0 && pool.active() >= pool.threads();
  }

  /**
   * Adds what a pool's threads keep waiting at a moment.
   *
   * @param pool one that {@link #keepsTasksWaiting keeps tasks waiting}
   * @param workers its threads, as far as they were looked at
   * @param off how many of them carry a virtual thread, and stand
   */
  void add(PoolUse pool, List<Actor> workers, long off) {
    if (workers.stream().anyMatch(worker -> worker.doing().activity() == Activity.PINNED)) {
      carriers(pool, workers, off);
      return;
    }
    if (waitsForItself(pool, workers) || waitsForWhatItHas(pool, workers)) {
      sheet.add(
          new Key(
              Way.OWN_POOL, workers.get(0).doing().activity(), Integer.toString(pool.pool()), ""),
          workers.size(),
          workers.get(0).doing(),
          workers.size(),
          workers);
      return;
    }
    List<Actor> taken = workers.stream().filter(worker -> !listens(pool, worker)).toList();
    long held = taken.stream().filter(worker -> worker.doing().keepsOthersOut()).count();
    long running =
        taken.stream().filter(worker -> worker.doing().activity() == Activity.RUNNING).count();
    boolean cutting = taken.stream().anyMatch(worker -> worker.doing().splits());
    boolean wouldWait = 2 * held >= taken.size() || habits.inOrder(pool.pool());
    if (taken.isEmpty() || wouldWait || running >= cores || cutting) {
      return;
    }
    sheet.add(
        new Key(Way.POOL, Activity.PERMIT, Integer.toString(pool.pool()), ""),
        Math.min(pool.queued(), taken.size()),
        taken.get(0).doing(),
        pool.queued(),
        taken);
  }

  /** Whether a thread of a server's own pool listens for what comes in, which it does for ever. */
  private static boolean listens(PoolUse pool, Actor worker) {
    return !pool.className().startsWith("java.util.concurrent.")
        && worker.doing().activity() == Activity.IDLE;
  }

  /**
   * Whether nothing will ever take a task from a pool's queue: each of its threads waits for one
   * that is in it, or for another of these threads.
   */
  private boolean waitsForItself(PoolUse pool, List<Actor> workers) {
    Set<Long> ids = workers.stream().map(Actor::threadId).collect(Collectors.toSet());
    return workers.size() >= Math.max(pool.threads(), pool.maxThreads())
        && workers.stream().anyMatch(PoolCharges::waitsForOwnQueue)
        && workers.stream()
            .allMatch(
                worker ->
                    (waitsForOwnQueue(worker) || ids.contains(worker.blocker().owner()))
                        && stuck.test(worker));
  }

  /**
   * Whether each of a pool's threads waits for a permit for ever, and nobody is left who could give
   * one back: they have them all.
   */
  private boolean waitsForWhatItHas(PoolUse pool, List<Actor> workers) {
    return stands
        && workers.size() >= Math.max(pool.threads(), pool.maxThreads())
        && workers.stream()
            .allMatch(worker -> worker.doing().activity() == Activity.PERMIT && stuck.test(worker));
  }

  private static boolean waitsForOwnQueue(Actor worker) {
    return worker.blocker().className().equals(AwaitedClass.OWN_QUEUE);
  }

  /** Carriers are enough as long as most of them run, and they are as many as cores. */
  private void carriers(PoolUse pool, List<Actor> workers, long pinned) {
    if (2 * pinned <= workers.size()) {
      int missing = cores - Math.max(pool.threads(), pool.maxThreads());
      if (pinned == 0 && missing > 0) {
        sheet.add(
            new Key(Way.POOL, Activity.PERMIT, Integer.toString(pool.pool()), ""),
            Math.min(pool.queued(), missing),
            workers.get(0).doing(),
            pool.queued(),
            workers);
      }
      return;
    }
    habits
        .pinned()
        .ifPresent(
            place ->
                sheet.add(
                    new Key(Way.PINNED, Activity.PINNED, "", place.method()),
                    Math.min(pool.queued(), pinned),
                    place,
                    pool.queued(),
                    List.of()));
  }
}
