package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.habit.ThreadGroups;
import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.ledger.Charge.Key;
import dev.uncork.diagnosis.ledger.Charge.Way;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.PoolUse;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
  private static final double FREE_CORE = 0.3;

  /** Cores that all threads used since the last look below which it isn't work that takes time. */
  private static final double HARDLY_WORKS = 0.5;

  /** CPU share since the last look from which on a thread worked, if it could have a core. */
  private static final double RAN = 0.2;

  /** CPU share since the last look from which on a thread hardly ever waited. */
  private static final double WORKS_ON = 0.75;

  private static final String SCHEDULED =
      "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";

  private final Snapshot snapshot;
  private final StackReading reading;
  private final Habits habits;
  private final Map<Long, Actor> actors = new LinkedHashMap<>();
  private final Map<Long, ThreadSample> samples = new HashMap<>();
  private final Charge.Sheet sheet = new Charge.Sheet();
  private final Set<Long> wanted = new HashSet<>();
  private final Set<Long> unasked = new HashSet<>();
  private final Awaited awaited;
  private final LibraryPools libraryPools;
  private final boolean freeCore;
  private int running;

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
    this.snapshot = snapshot;
    this.reading = reading;
    this.habits = habits;
    this.freeCore = freeCores > FREE_CORE;
    this.awaited = new Awaited(snapshot, reading, habits);
    this.libraryPools = new LibraryPools(snapshot, reading, habits, actors);
    Context context = new Context(snapshot, reading, groups, habits, awaited, freeCore);
    for (ThreadSample thread : snapshot.threads()) {
      if (reading.of(thread).activity() == Activity.IDLE) {
        unasked.add(thread.threadId());
      }
      Doing doing = context.of(thread);
      running += doing.activity() == Activity.RUNNING ? 1 : 0;
      samples.put(thread.threadId(), thread);
      actors.put(
          thread.threadId(),
          new Actor(
              thread.threadId(),
              habits.identity(thread),
              thread.threadName(),
              groups.of(thread.threadName()),
              doing,
              thread.blocker()));
    }
  }

  /** Threads that ran or wanted to. */
  int running() {
    return running;
  }

  /**
   * Threads that waited for something outside, and where; those who sleep by design, too. Not to
   * initialise a class: that is what others wait for, and is done once.
   */
  Map<Long, String> outside() {
    Map<Long, String> result = new HashMap<>();
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      boolean waits = doing.external() || reading.of(thread).activity() == Activity.SLEEP;
      if (waits && doing.initialises().isEmpty()) {
        result.put(thread.threadId(), doing.method());
      }
    }
    return result;
  }

  /** What idle cores are charged to; empty where there was nothing to do. */
  List<Charge> charges(int cores) {
    pools(cores);
    if (!sheet.isEmpty()) {
      return sheet.all();
    }
    initializations();
    libraryPools.add(sheet, wanted);
    locks();
    turns();
    others();
    dependents();
    if (sheet.isEmpty() && awaited.starve()) {
      habits.feeder().ifPresent(this::feeds);
    }
    if (sheet.isEmpty() && running < cores) {
      fewThreads();
    }
    return sheet.all();
  }

  private void pools(int cores) {
    PoolCharges charges =
        new PoolCharges(habits, sheet, cores, this::waitsForEver, standsForEver());
    for (PoolUse pool : snapshot.pools()) {
      if (!PoolCharges.keepsTasksWaiting(pool)) {
        continue;
      }
      List<Actor> workers = new ArrayList<>();
      for (ThreadSample thread : snapshot.threads()) {
        if (thread.pool() == pool.pool()) {
          workers.add(actor(thread));
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
    ThreadSample thread = samples.get(carrier.threadId());
    boolean forTime = thread != null && thread.state() == Thread.State.TIMED_WAITING;
    return forTime || cpuShare(carrier) < (freeCore ? RAN : Context.STANDS);
  }

  /** Whether a thread waited for one thing until the end, without a limit of time. */
  private boolean waitsForEver(Actor actor) {
    ThreadSample thread = samples.get(actor.threadId());
    return thread != null
        && thread.state() == Thread.State.WAITING
        && habits.stuck(actor.threadId(), snapshot.atMillis());
  }

  /** Whether nobody does anything, nor waits for anything outside, from now on until the end. */
  private boolean standsForEver() {
    return habits.standsUntilTheEnd(snapshot.atMillis())
        && actors.values().stream()
            .noneMatch(
                actor ->
                    actor.doing().activity() == Activity.RUNNING
                        || actor.doing().external()
                        || JdkWaits.inEventLoop(actor.doing().stack()));
  }

  /** Threads that stand still inside the JVM while one initialises a class wait for that. */
  private void initializations() {
    List<ThreadSample> still =
        snapshot.threads().stream()
            .filter(thread -> actor(thread).doing().activity() == Activity.NATIVE)
            .filter(thread -> actor(thread).doing().initialises().isEmpty())
            .toList();
    if (still.isEmpty()) {
      return;
    }
    List<Actor> by =
        actors.values().stream().filter(actor -> actor.doing().initialises().isPresent()).toList();
    if (by.isEmpty()) {
      return;
    }
    String type = by.get(0).doing().initialises().orElse("");
    by.forEach(actor -> wanted.add(actor.threadId()));
    for (ThreadSample thread : still) {
      wanted.add(thread.threadId());
      sheet.add(
          new Key(Way.CLASS_INITIALIZATION, Activity.NATIVE, "", ""),
          thread,
          actor(thread).doing().as(Activity.NATIVE, type),
          by);
    }
  }

  private void locks() {
    LockOwners owners = new LockOwners(samples, actors, habits, snapshot.atMillis());
    Map<Long, Charge> ofOwners = new HashMap<>();
    boolean stands = standsForEver();
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      if (doing.activity() == Activity.LOCK && stands && owners.nobodyGivesBack(thread)) {
        sheet.add(owners.standing(thread));
        wanted.add(thread.threadId());
        continue;
      }
      // Who waits for input with a lock lets others wait for input too.
      if (doing.activity() == Activity.LOCK && !unasked.contains(thread.blocker().owner())) {
        Charge charge = owners.charge(thread);
        List<Actor> holders = charge.causes();
        if (holders.size() == 1 && limit(holders.get(0)).isPresent()) {
          // Without the lock, all would wait for what its holder waits for.
          Actor holder = holders.get(0);
          charge(limit(holder).orElseThrow(), thread, holder.doing(), candidates(holder));
          continue;
        }
        sheet.add(charge);
        charge.causes().forEach(owner -> ofOwners.put(owner.threadId(), charge));
      }
    }
    // Who holds a lock that others want, and waits himself, makes them wait.
    ofOwners.forEach(
        (owner, charge) -> {
          wanted.add(owner);
          Actor actor = actors.get(owner);
          if (actor != null && actor.doing().external()) {
            sheet.add(charge.key(), 1, charge.waiting(), 0, List.of(actor));
          }
        });
  }

  /** Threads that take turns wait for each other, wherever they do. */
  private void turns() {
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      if (running < 2 && habits.takesTurns(thread, doing) && wanted.add(thread.threadId())) {
        sheet.add(
            new Key(Way.TURNS, Activity.CONDITION, "", ""), thread, doing, List.of(actor(thread)));
      }
    }
  }

  private void others() {
    for (ThreadSample thread : snapshot.threads()) {
      Actor actor = actor(thread);
      Doing doing = actor.doing();
      if (wanted.contains(thread.threadId()) || awaited.asks(thread)) {
        continue;
      }
      switch (doing.activity()) {
        case PERMIT, QUEUE_FULL -> {
          List<Actor> candidates = candidates(actor);
          Optional<Actor> timer =
              doing.activity() == Activity.QUEUE_FULL && candidates.isEmpty()
                  ? timer(other -> other.group().equals(actor.group()))
                  : Optional.empty();
          if (timer.isPresent()) {
            charge(Way.EXTERNAL, thread, doing.as(Activity.SLEEP), List.of(timer.get()));
          } else {
            charge(limit(actor).orElseThrow(), thread, doing, candidates);
          }
        }
        case SOCKET, STORAGE, SLEEP, CHILD_PROCESS ->
            charge(Way.EXTERNAL, thread, doing, List.of());
        case NATIVE -> charge(Way.NATIVE, thread, doing, List.of());
        default -> {
          // Runs, waits for others, or for nothing that is late.
        }
      }
    }
  }

  /** The limit, set by the program itself, at which a thread waits. */
  private static Optional<Way> limit(Actor actor) {
    return switch (actor.doing().activity()) {
      case PERMIT -> Optional.of(Way.PERMIT);
      case QUEUE_FULL -> Optional.of(Way.QUEUE);
      default -> Optional.empty();
    };
  }

  private void charge(Way way, ThreadSample thread, Doing doing, List<Actor> causes) {
    String object = way == Way.EXTERNAL ? habits.end(thread, doing).resource() : doing.object();
    sheet.add(new Key(way, doing.activity(), object, doing.method()), thread, doing, causes);
  }

  /**
   * Who may be waited for: all others that do something, or wait for something outside. Those who
   * fill a queue don't empty it.
   */
  private List<Actor> candidates(Actor waiter) {
    boolean fills =
        waiter.doing().activity() == Activity.QUEUE_FULL && !habits.consumes(waiter.group());
    return actors.values().stream()
        .filter(actor -> actor.threadId() != waiter.threadId())
        .filter(actor -> !fills || !actor.group().equals(waiter.group()))
        .filter(actor -> actor.doing().activity() == Activity.RUNNING || actor.doing().external())
        .toList();
  }

  /**
   * The worker of a timer that ran since the last look, where next to nothing else was done, and
   * all others who ran wait for tasks or time: what is waited for comes when it is due.
   *
   * @param waits who waits for that
   */
  private Optional<Actor> timer(Predicate<Actor> waits) {
    double cpu = 0;
    Optional<Actor> timer = Optional.empty();
    for (ThreadSample thread : snapshot.threads()) {
      Actor actor = actor(thread);
      cpu += Math.max(0, thread.cpuShare()) * thread.weight();
      if (thread.cpuShare() > 0 && !waits.test(actor)) {
        if (actor.doing().activity() != Activity.IDLE) {
          return Optional.empty();
        }
        boolean due = thread.state() == Thread.State.TIMED_WAITING;
        if (due && JdkWaits.awaitsTime(thread.stack())) {
          timer = Optional.of(actor);
        }
      }
    }
    return cpu < HARDLY_WORKS ? timer : Optional.empty();
  }

  /** Those who wait for what others do, or answer, speak for what these do. */
  private void dependents() {
    Map<Activity, Double> waiters = new EnumMap<>(Activity.class);
    double weight = 0;
    @Nullable Doing one = null;
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      boolean counts = doing.dependent() && !habits.watches(thread) || awaited.asks(thread);
      if (counts && !wanted.contains(thread.threadId())) {
        waiters.merge(doing.activity(), (double) thread.weight(), Double::sum);
        weight += thread.weight();
        one = doing;
      }
    }
    if (one == null) {
      return;
    }
    List<Charge> leaves = sheet.all();
    double direct = leaves.stream().mapToDouble(Charge::weight).sum();
    double all = direct + running;
    for (Charge leaf : leaves) {
      sheet.add(
          new Charge(
              leaf.key(),
              weight * leaf.weight() / all,
              leaf.waiting(),
              0,
              Set.of(),
              List.of(),
              Charge.shares(waiters, leaf.weight() / all),
              leaf.stacks().times(weight / all)));
    }
    if (running > 0) {
      Map<Activity, Double> ofRunning = Charge.shares(waiters, running / all);
      double each = weight / all;
      actors.values().stream()
          .filter(actor -> actor.doing().activity() == Activity.RUNNING)
          .forEach(actor -> run(actor, each, ofRunning));
    } else if (leaves.isEmpty()) {
      timers();
      if (sheet.isEmpty()) {
        answers(one, weight);
      }
      if (sheet.isEmpty()) {
        lastRun(waiters);
      }
      if (sheet.isEmpty()) {
        lingerers();
      }
      if (sheet.isEmpty()) {
        lateAnswers();
      }
      if (sheet.isEmpty()) {
        permits();
      }
    }
  }

  /** Nobody is seen to do anything for those who may hand out no more. */
  private void permits() {
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      if (habits.isBackPressure(doing.as(Activity.PERMIT)) && doing.dependent()) {
        charge(Way.PERMIT, thread, doing.as(Activity.PERMIT), List.of());
      }
    }
  }

  /**
   * Nobody does anything, nor is anything said to be on its way: those whose waits end by
   * themselves, and did so since the last look, do the next step.
   */
  private void lingerers() {
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      boolean ends = thread.state() == Thread.State.TIMED_WAITING && thread.cpuShare() > 0;
      if (ends && doing.activity() == Activity.QUEUE_EMPTY) {
        charge(Way.EXTERNAL, thread, doing.as(Activity.SLEEP), List.of());
      }
    }
  }

  /** Nobody does anything for those who ask; who waits for long has asked for nothing. */
  private void lateAnswers() {
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      if (awaited.asks(thread) && !habits.sleepsLong(doing)) {
        charge(Way.EXTERNAL, thread, doing, List.of());
      }
    }
  }

  /** Nobody does anything: those who pause before they try again, or wait for a timer, do so. */
  private void timers() {
    Optional<Actor> due = timer(actor -> actor.doing().dependent());
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      boolean timer = SCHEDULED.equals(thread.blocker().className());
      boolean pause = doing.activity() == Activity.BACKOFF && !habits.watches(thread);
      if (pause || timer && doing.dependent()) {
        charge(Way.EXTERNAL, thread, doing.as(Activity.SLEEP), List.of());
      } else if (due.isPresent() && doing.dependent() && !habits.watches(thread)) {
        charge(Way.EXTERNAL, thread, doing.as(Activity.SLEEP), List.of(due.get()));
      }
    }
  }

  /** Crowded machines let looks come when threads give up their cores: who ran since the last? */
  private void lastRun(Map<Activity, Double> waiters) {
    snapshot.threads().stream()
        .filter(thread -> thread.cpuShare() >= (freeCore ? RAN : Context.STANDS))
        .filter(thread -> habits.runs(thread.threadId()).isPresent())
        .max(Comparator.comparingDouble(ThreadSample::cpuShare))
        .ifPresent(
            thread ->
                habits
                    .runs(thread.threadId())
                    .ifPresent(doing -> run(actor(thread).doing(doing), 1, waiters)));
  }

  /** Nobody here does anything: where an event loop waits too, the answer comes from elsewhere. */
  private void answers(Doing waiter, double weight) {
    boolean eventLoop =
        actors.values().stream().anyMatch(actor -> JdkWaits.inEventLoop(actor.doing().stack()));
    boolean task = waiter.activity() == Activity.FUTURE || waiter.activity() == Activity.LATCH;
    if (eventLoop && task && !habits.loopsAskOnlyThemselves() && !busyLoop()) {
      sheet.add(
          new Key(Way.EXTERNAL, Activity.SOCKET, habits.remoteOfLoops(), waiter.method()),
          weight,
          waiter,
          weight,
          List.of());
    }
  }

  /**
   * Whether an event loop works without a pause: the answer is its own. Looks come more easily when
   * it asks for events than while it handles one.
   */
  private boolean busyLoop() {
    return snapshot.threads().stream()
        .filter(thread -> thread.cpuShare() >= WORKS_ON)
        .anyMatch(thread -> JdkWaits.inEventLoop(thread.stack()));
  }

  private void feeds(Doing sleeps) {
    Key key = new Key(Way.EXTERNAL, Activity.SLEEP, "", sleeps.method());
    sheet.add(key, 1, sleeps, 1, List.of());
  }

  private void fewThreads() {
    List<Actor> busy =
        snapshot.threads().stream()
            .filter(thread -> actor(thread).doing().activity() == Activity.RUNNING)
            .filter(this::worksOn)
            .map(this::actor)
            .toList();
    Map<Activity, Double> starving = starving();
    busy.forEach(actor -> run(actor, 1, Charge.shares(starving, 1.0 / busy.size())));
  }

  /** Whether a thread, or one that takes over from it, works without a pause. */
  private boolean worksOn(ThreadSample thread) {
    return habits.saturated(thread, snapshot.atMillis(), freeCore)
        || habits.relays(actor(thread).group(), snapshot.atMillis(), freeCore);
  }

  /**
   * Threads that wait at empty queues or watch over others: those who run may be too slow. Not one
   * that writes a line now and then: it would have as little to do if they were faster.
   */
  private Map<Activity, Double> starving() {
    Map<Activity, Double> result = new EnumMap<>(Activity.class);
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = actor(thread).doing();
      boolean hungry =
          doing.activity() == Activity.QUEUE_EMPTY && !habits.hardlyWorks(actor(thread).group());
      if (hungry || doing.dependent()) {
        result.merge(doing.activity(), (double) thread.weight(), Double::sum);
      }
    }
    return result;
  }

  private void run(Actor actor, double weight, Map<Activity, Double> waiters) {
    sheet.add(
        new Charge(
            new Key(Way.RUNNING, Activity.RUNNING, actor.group(), ""),
            weight,
            actor.doing(),
            Charge.sum(waiters),
            Set.of(),
            List.of(actor),
            waiters));
  }

  private float cpuShare(Actor actor) {
    return Objects.requireNonNull(samples.get(actor.threadId())).cpuShare();
  }

  private Actor actor(ThreadSample thread) {
    return Objects.requireNonNull(actors.get(thread.threadId()));
  }
}
