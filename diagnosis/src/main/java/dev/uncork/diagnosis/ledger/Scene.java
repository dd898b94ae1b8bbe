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
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The threads at one moment, what each does, and what is charged so far for what they wait for. */
final class Scene {
  private static final double FREE_CORE = 0.3;

  /** Cores that all threads used since the last look below which it isn't work that takes time. */
  private static final double HARDLY_WORKS = 0.5;

  /** CPU share since the last look from which on a thread worked, if it could have a core. */
  private static final double RAN = 0.2;

  final Snapshot snapshot;
  final Habits habits;
  final Awaited awaited;

  /** Threads by id, in the order in which they were looked at. */
  final Map<Long, Actor> actors = new LinkedHashMap<>();

  final Map<Long, ThreadSample> samples = new HashMap<>();
  final Charge.Sheet sheet = new Charge.Sheet();

  /** Threads for whose waits something is charged. */
  final Set<Long> wanted = new HashSet<>();

  final boolean freeCore;

  /** Whether those of a group who wait for room pass on what others wait for. */
  private final Map<String, Boolean> passing = new HashMap<>();

  private int running;

  /**
   * Reads what each thread does.
   *
   * @param freeCores cores that nobody used about that time
   */
  Scene(
      Snapshot snapshot,
      StackReading reading,
      ThreadGroups groups,
      Habits habits,
      double freeCores) {
    this.snapshot = snapshot;
    this.habits = habits;
    this.freeCore = freeCores > FREE_CORE;
    this.awaited = new Awaited(snapshot, reading, habits);
    Context context = new Context(snapshot, reading, groups, habits, awaited, freeCore);
    for (ThreadSample thread : threads()) {
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

  List<ThreadSample> threads() {
    return snapshot.threads();
  }

  Actor actor(ThreadSample thread) {
    return Objects.requireNonNull(actors.get(thread.threadId()));
  }

  long atMillis() {
    return snapshot.atMillis();
  }

  /** Threads that run or want to. */
  int running() {
    return running;
  }

  /** Whether a thread with that CPU share since the last look worked since then. */
  boolean ran(double cpuShare) {
    return cpuShare >= (freeCore ? RAN : Context.STANDS);
  }

  /** Of these threads, who used most CPU time since the last look, doing what it mostly does. */
  Optional<Actor> ranMost(Predicate<ThreadSample> of) {
    return threads().stream()
        .filter(of)
        .filter(thread -> habits.runs(thread.threadId()).isPresent())
        .max(Comparator.comparingDouble(ThreadSample::cpuShare))
        .map(thread -> actor(thread).doing(habits.runs(thread.threadId()).orElseThrow()));
  }

  /** Whether nobody does anything, nor waits for anything outside, from now on until the end. */
  boolean standsForEver() {
    return habits.standsUntilTheEnd(atMillis())
        && actors.values().stream()
            .noneMatch(
                actor ->
                    runs(actor)
                        || actor.doing().external()
                        || JdkWaits.inEventLoop(actor.doing().stack()));
  }

  /**
   * Who may be waited for: all others that do something, or wait for something outside. Those who
   * fill a queue don't empty it.
   */
  List<Actor> candidates(Actor waiter) {
    boolean fills =
        waiter.doing().activity() == Activity.QUEUE_FULL && !habits.consumes(waiter.group());
    return actors.values().stream()
        .filter(actor -> actor.threadId() != waiter.threadId())
        .filter(actor -> !fills || !actor.group().equals(waiter.group()))
        .filter(actor -> runs(actor) || actor.doing().external())
        .toList();
  }

  /**
   * Whether a thread that waits for room in a queue waits for what those wait for who could make
   * it: all of them wait outside, and there are more of them, or a library lets them go on by time.
   * Then the queue is full for the same reason for which they don't work.
   */
  boolean passesOn(Actor waiter) {
    return waiter.doing().activity() == Activity.QUEUE_FULL
        && passing.computeIfAbsent(waiter.group(), group -> isPassedOn(candidates(waiter)));
  }

  private boolean isPassedOn(List<Actor> makers) {
    long full =
        actors.values().stream()
            .filter(actor -> actor.doing().activity() == Activity.QUEUE_FULL)
            .count();
    boolean byTime = makers.stream().allMatch(maker -> sleeps(maker) && isOfLibrary(maker));
    boolean outside = makers.stream().noneMatch(maker -> sleeps(maker) || runs(maker));
    return !makers.isEmpty() && (byTime || outside && makers.size() > full);
  }

  private static boolean isOfLibrary(Actor actor) {
    return actor.doing().library().isPresent();
  }

  private static boolean sleeps(Actor actor) {
    return actor.doing().activity() == Activity.SLEEP;
  }

  private static boolean runs(Actor actor) {
    return actor.doing().activity() == Activity.RUNNING;
  }

  /**
   * The worker of a timer that ran since the last look, where next to nothing else was done, and
   * all others who ran wait for tasks or time: what is waited for comes when it is due.
   *
   * @param waits who waits for that
   */
  Optional<Actor> timer(Predicate<Actor> waits) {
    double cpu = 0;
    Optional<Actor> timer = Optional.empty();
    boolean alarms = threads().stream().anyMatch(Scene::sleepsVirtually);
    for (ThreadSample thread : threads()) {
      if (alarms && JdkWaits.inDelayScheduler(thread.stack())) {
        continue; // It only ends the sleeps of virtual threads.
      }
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

  private static boolean sleepsVirtually(ThreadSample thread) {
    return thread.isVirtual() && thread.state() == Thread.State.TIMED_WAITING;
  }

  /** The limit, set by the program itself, at which a thread waits. */
  static Optional<Way> limit(Actor actor) {
    return switch (actor.doing().activity()) {
      case PERMIT -> Optional.of(Way.PERMIT);
      case QUEUE_FULL -> Optional.of(Way.QUEUE);
      default -> Optional.empty();
    };
  }

  /** Charges what a thread waits for, of that kind. */
  void charge(Way way, ThreadSample thread, Doing doing, List<Actor> causes) {
    String object = way == Way.EXTERNAL ? habits.end(thread, doing).resource() : doing.object();
    sheet.add(new Key(way, doing.activity(), object, doing.method()), thread, doing, causes);
  }

  /** Charges a thread that runs, for whom others wait. */
  void run(Actor actor, double weight, Map<Activity, Double> waiters) {
    Optional<Doing> action = atBarrier(waiters) ? habits.barrierAction() : Optional.empty();
    Doing doing = actor.doing().isBarrierAction() ? actor.doing() : action.orElse(actor.doing());
    Activity activity = doing.isBarrierAction() ? Activity.BARRIER : Activity.RUNNING;
    sheet.add(
        new Charge(
            new Key(Way.RUNNING, activity, actor.group(), ""),
            weight,
            doing,
            Charge.sum(waiters),
            Set.of(),
            List.of(actor.doing(doing)),
            waiters));
  }

  /** Whether no more than one thread runs, and most of those who wait do so at a barrier. */
  private boolean atBarrier(Map<Activity, Double> waiters) {
    return running <= 1 && waiters.getOrDefault(Activity.BARRIER, 0.0) > Charge.sum(waiters) / 2;
  }
}
