package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.habit.ThreadGroups;
import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.ledger.Charge.Key;
import dev.uncork.diagnosis.ledger.Charge.Way;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Frame;
import dev.uncork.recording.PoolUse;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The threads at one moment, and what its idle cores are charged to.
 *
 * <p>Each thread that waits for something speaks for what that is: the lock at the end of a chain
 * of owners, a pool or queue, something outside. Those who wait for what others do (a task, a
 * latch, a barrier) speak for what these others do. Where tasks are queued before a pool all of
 * whose threads are taken, these tasks could have run: the pool is charged. Where nobody waits, the
 * threads that run without a pause are, for there are too few of them; where none does, nothing was
 * to be done. As wPerf (OSDI 2018) does with the kernel's wake-ups, from stacks and owners instead.
 */
final class Moment {
  private final Scene scene;
  private final StackReading reading;

  /**
   * Reads what each thread does.
   *
   * @param freeCores cores that nobody used about that time
   */
  Moment(
      Snapshot snapshot,
      StackReading reading,
      ThreadGroups groups,
      Habits habits,
      double freeCores) {
    this.scene = new Scene(snapshot, reading, groups, habits, freeCores);
    this.reading = reading;
  }

  /** Threads that ran or wanted to. */
  int running() {
    return scene.running();
  }

  /**
   * Threads that waited for something outside, and where; those who sleep by design, too. Not to
   * initialise a class: that is what others wait for, and is done once.
   */
  Map<Long, Circulation.Place> outside() {
    Map<Long, Circulation.Place> result = new HashMap<>();
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      boolean waits = doing.external() || reading.of(thread).activity() == Activity.SLEEP;
      if (waits && doing.initialises().isEmpty()) {
        result.put(thread.threadId(), new Circulation.Place(doing.activity(), doing.method()));
      }
    }
    return result;
  }

  /** What idle cores are charged to; empty where there was nothing to do. */
  List<Charge> charges(int cores) {
    pools(cores);
    if (!scene.sheet.isEmpty()) {
      return scene.sheet.all();
    }
    initializations();
    new LibraryPools(scene.snapshot, reading, scene.habits, scene.actors)
        .add(scene.sheet, scene.wanted);
    LockCharges locks = new LockCharges(scene, unasked());
    locks.add();
    turns();
    others(locks);
    new Dependents(scene).add();
    if (scene.sheet.isEmpty() && scene.awaited.starve()) {
      scene.habits.feeder().ifPresent(this::feeds);
    }
    if (scene.sheet.isEmpty() && scene.running() < cores) {
      fewThreads();
    }
    return scene.sheet.all();
  }

  /** Threads that have nothing to do by their own stacks alone. */
  private Set<Long> unasked() {
    return scene.threads().stream()
        .filter(thread -> reading.of(thread).activity() == Activity.IDLE)
        .map(ThreadSample::threadId)
        .collect(Collectors.toSet());
  }

  private void pools(int cores) {
    PoolCharges charges =
        new PoolCharges(
            scene.habits, scene.sheet, cores, this::waitsForEver, scene.standsForEver());
    for (PoolUse pool : scene.snapshot.pools()) {
      if (!PoolCharges.keepsTasksWaiting(pool)) {
        continue;
      }
      List<Actor> workers = new ArrayList<>();
      for (ThreadSample thread : scene.threads()) {
        if (thread.pool() == pool.pool()) {
          workers.add(scene.actor(thread));
        }
      }
      long off =
          workers.stream()
              .filter(worker -> worker.doing().activity() == Activity.PINNED)
              .filter(this::stands)
              .count();
      charges.add(pool, workers, off);
    }
  }

  /**
   * Whether a carrier stands with its virtual thread. Java calls a carrier waiting even while its
   * virtual thread runs, but never waiting for a time.
   */
  private boolean stands(Actor carrier) {
    ThreadSample thread = scene.samples.get(carrier.threadId());
    boolean forTime = thread != null && thread.state() == Thread.State.TIMED_WAITING;
    return forTime || !scene.ran(cpuShare(carrier));
  }

  /** Whether a thread waited for one thing until the end, without a limit of time. */
  private boolean waitsForEver(Actor actor) {
    ThreadSample thread = scene.samples.get(actor.threadId());
    return thread != null
        && thread.state() == Thread.State.WAITING
        && scene.habits.stuck(actor.threadId(), scene.atMillis());
  }

  /** Threads that stand still inside the JVM while one initialises a class wait for that. */
  private void initializations() {
    List<ThreadSample> inside =
        scene.threads().stream()
            .filter(thread -> mayAwaitInitialisation(scene.actor(thread).doing()))
            .toList();
    if (inside.isEmpty()) {
      return;
    }
    List<ThreadSample> still =
        inside.stream()
            .filter(thread -> scene.actor(thread).doing().initialises().isEmpty())
            .toList();
    List<Actor> by =
        scene.actors.values().stream()
            .filter(actor -> actor.doing().initialises().isPresent())
            .toList();
    if (InitCircle.looksSo(by) && scene.habits.standsUntilTheEnd(scene.atMillis())) {
      for (ThreadSample thread : scene.threads()) {
        if (by.contains(scene.actor(thread)) || still.contains(thread)) {
          scene.sheet.add(InitCircle.charge(thread, by));
          scene.wanted.add(thread.threadId());
        }
      }
      return;
    }
    if (still.isEmpty() || by.isEmpty()) {
      return;
    }
    String type = by.get(0).doing().initialises().orElse("");
    by.forEach(actor -> scene.wanted.add(actor.threadId()));
    for (ThreadSample thread : still) {
      scene.wanted.add(thread.threadId());
      scene.sheet.add(
          new Key(Way.CLASS_INITIALIZATION, Activity.NATIVE, "", ""),
          thread,
          scene.actor(thread).doing().as(Activity.NATIVE, type),
          by);
    }
  }

  private static boolean mayAwaitInitialisation(Doing doing) {
    return doing.activity() == Activity.NATIVE
        || doing.activity() == Activity.RUNNING && doing.asksToInitialise();
  }

  /** Threads that take turns wait for each other, wherever they do. */
  private void turns() {
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      if (scene.running() < 2
          && scene.habits.takesTurns(thread, doing)
          && scene.wanted.add(thread.threadId())) {
        scene.sheet.add(
            new Key(Way.TURNS, Activity.CONDITION, "", ""),
            thread,
            doing,
            List.of(scene.actor(thread)));
      }
    }
  }

  private void others(LockCharges locks) {
    for (ThreadSample thread : scene.threads()) {
      Actor actor = scene.actor(thread);
      Doing doing = actor.doing();
      if (scene.wanted.contains(thread.threadId())
          || scene.awaited.asks(thread)
          || scene.passesOn(actor)) {
        continue;
      }
      switch (doing.activity()) {
        case PERMIT, QUEUE_FULL -> {
          Optional<Charge> lock = locks.behind(thread);
          if (lock.isPresent()) {
            scene.sheet.add(lock.get());
            continue;
          }
          List<Actor> candidates = scene.candidates(actor);
          Optional<Actor> timer =
              doing.activity() == Activity.QUEUE_FULL && candidates.isEmpty()
                  ? scene.timer(other -> other.group().equals(actor.group()))
                  : Optional.empty();
          if (timer.isPresent()) {
            scene.charge(Way.EXTERNAL, thread, doing.as(Activity.SLEEP), List.of(timer.get()));
          } else {
            scene.charge(Scene.limit(actor).orElseThrow(), thread, doing, candidates);
          }
        }
        case SOCKET, STORAGE, SLEEP, CHILD_PROCESS -> {
          if (!inTime(thread)) {
            scene.charge(Way.EXTERNAL, thread, doing, List.of());
          }
        }
        case NATIVE -> scene.charge(Way.NATIVE, thread, doing, List.of());
        default -> {
          // Runs, waits for others, or for nothing that is late.
        }
      }
    }
  }

  /** Whether it is a timer that wants what a thread does, if anybody: it comes when it is due. */
  private boolean inTime(ThreadSample thread) {
    boolean forTimer =
        scene.habits.inTime(thread)
            || scene.habits.resultsInTime() && Awaited.inTask(thread.stack());
    return forTimer && !scene.awaited.result();
  }

  private void feeds(Doing sleeps) {
    Key key = new Key(Way.EXTERNAL, Activity.SLEEP, "", sleeps.method());
    scene.sheet.add(key, 1, sleeps, 1, List.of());
  }

  private void fewThreads() {
    List<Actor> busy =
        scene.threads().stream()
            .filter(thread -> scene.actor(thread).doing().activity() == Activity.RUNNING)
            .filter(this::worksOn)
            .map(scene::actor)
            .toList();
    Map<Activity, Double> starving = starving();
    if (busy.isEmpty() && scene.habits.allRelay()) {
      scene.ranMost(thread -> true).ifPresent(actor -> scene.run(actor, 1, starving));
    }
    busy.forEach(actor -> scene.run(actor, 1, Charge.shares(starving, 1.0 / busy.size())));
  }

  /** Whether a thread, or one that takes over from it, works without a pause. */
  private boolean worksOn(ThreadSample thread) {
    return scene.habits.allRelay()
        || scene.habits.saturated(thread, scene.atMillis(), scene.freeCore)
        || scene.habits.relays(scene.actor(thread).group(), scene.atMillis(), scene.freeCore);
  }

  /**
   * Threads that wait at empty queues or watch over others: those who run may be too slow. Not one
   * that writes a line now and then: it would have as little to do if they were faster.
   */
  private Map<Activity, Double> starving() {
    Map<Activity, Double> result = new EnumMap<>(Activity.class);
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      boolean hungry =
          doing.activity() == Activity.QUEUE_EMPTY
              && !scene.habits.hardlyWorks(scene.actor(thread).group());
      if (hungry || doing.dependent()) {
        result.merge(doing.activity(), (double) thread.weight(), Double::sum);
      }
    }
    return result;
  }

  private float cpuShare(Actor actor) {
    return Objects.requireNonNull(scene.samples.get(actor.threadId())).cpuShare();
  }

  /**
   * Two threads of which each initialises a class and needs the other's: they wait for each other
   * for ever, and so does whoever needs one of the classes.
   */
  private static final class InitCircle {
    /** Whether it looks so: both stand inside the JVM, not in a native method of somebody's. */
    static boolean looksSo(List<Actor> initialising) {
      return initialising.size() == 2
          && !type(initialising.get(0)).equals(type(initialising.get(1)))
          && initialising.stream().allMatch(InitCircle::stands);
    }

    private static boolean stands(Actor actor) {
      List<Frame> stack = actor.doing().stack();
      return actor.doing().activity() == Activity.NATIVE
          && !stack.isEmpty()
          && stack.get(0).line() > 0;
    }

    /** Of one thread that waits for them, or is one of them. */
    static Charge charge(ThreadSample waits, List<Actor> initialising) {
      Actor one = initialising.get(0);
      Actor other = initialising.get(1);
      return new Charge(
          new Key(Way.DEADLOCK, Activity.NATIVE, type(one), ""),
          waits.weight(),
          one.doing(),
          waits.weight(),
          Set.of(waits.threadId()),
          List.of(waitsFor(one, other), waitsFor(other, one)),
          Map.of());
    }

    private static Actor waitsFor(Actor actor, Actor owner) {
      return actor.blockedAt(new Blocker(Stuck.CLASS + type(owner), 0, owner.threadId()));
    }

    private static String type(Actor actor) {
      return actor.doing().initialises().orElse("");
    }
  }
}
