package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.ledger.Charge.Actor;
import dev.uncork.diagnosis.ledger.Charge.Key;
import dev.uncork.diagnosis.ledger.Charge.Way;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.recording.ThreadSample;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Charges of those who wait for what other threads do (a task, a latch, a barrier), or answer: they
 * speak for what these do. Where nobody is seen to do anything, the likeliest of what may be on its
 * way is charged.
 */
final class Dependents {
  /** CPU share since the last look from which on a thread hardly ever waited. */
  private static final double WORKS_ON = 0.75;

  private static final String SCHEDULED =
      "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";

  private final Scene scene;

  Dependents(Scene scene) {
    this.scene = scene;
  }

  /** Adds what they speak for to what is charged so far. */
  void add() {
    Map<Activity, Double> waiters = new EnumMap<>(Activity.class);
    double weight = 0;
    @Nullable Doing one = null;
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      boolean counts =
          doing.dependent() && !scene.habits.watches(thread)
              || scene.awaited.asks(thread)
              || scene.passesOn(scene.actor(thread));
      boolean inTime = scene.habits.inTime(thread) && !scene.awaited.result();
      if (counts && !inTime && !scene.wanted.contains(thread.threadId())) {
        waiters.merge(doing.activity(), (double) thread.weight(), Double::sum);
        weight += thread.weight();
        one = doing;
      }
    }
    if (one == null) {
      return;
    }
    List<Charge> leaves = scene.sheet.all();
    double direct = leaves.stream().mapToDouble(Charge::weight).sum();
    double all = direct + scene.running();
    for (Charge leaf : leaves) {
      scene.sheet.add(
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
    if (scene.running() > 0) {
      Map<Activity, Double> ofEach = Charge.shares(waiters, 1 / all);
      double each = weight / all;
      scene.actors.values().stream()
          .filter(actor -> actor.doing().activity() == Activity.RUNNING)
          .forEach(actor -> scene.run(actor, each, ofEach));
    } else if (leaves.isEmpty()) {
      timers();
      if (scene.sheet.isEmpty()) {
        answers(one, weight);
      }
      if (scene.sheet.isEmpty()) {
        lastRun(waiters);
      }
      if (scene.sheet.isEmpty()) {
        lingerers();
      }
      if (scene.sheet.isEmpty()) {
        lateAnswers();
      }
      if (scene.sheet.isEmpty()) {
        permits();
      }
    }
  }

  /** Nobody is seen to do anything for those who may hand out no more. */
  private void permits() {
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      if (scene.habits.isBackPressure(doing.as(Activity.PERMIT)) && doing.dependent()) {
        scene.charge(Way.PERMIT, thread, doing.as(Activity.PERMIT), List.of());
      }
    }
  }

  /**
   * Nobody does anything, nor is anything said to be on its way: those whose waits end by
   * themselves, and did so since the last look, do the next step.
   */
  private void lingerers() {
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      boolean ends = thread.state() == Thread.State.TIMED_WAITING && thread.cpuShare() > 0;
      if (ends && doing.activity() == Activity.QUEUE_EMPTY) {
        scene.charge(Way.EXTERNAL, thread, doing.as(Activity.SLEEP), List.of());
      }
    }
  }

  /** Nobody does anything for those who ask; who waits for long has asked for nothing. */
  private void lateAnswers() {
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      if (scene.awaited.asks(thread) && !scene.habits.sleepsLong(doing)) {
        scene.charge(Way.EXTERNAL, thread, doing, List.of());
      }
    }
  }

  /** Nobody does anything: those who pause before they try again, or wait for a timer, do so. */
  private void timers() {
    Optional<Actor> due = scene.timer(actor -> actor.doing().dependent());
    for (ThreadSample thread : scene.threads()) {
      Doing doing = scene.actor(thread).doing();
      boolean timer = SCHEDULED.equals(thread.blocker().className());
      boolean pause = doing.activity() == Activity.BACKOFF && !scene.habits.watches(thread);
      if (pause || timer && doing.dependent()) {
        scene.charge(Way.EXTERNAL, thread, doing.as(Activity.SLEEP), List.of());
      } else if (due.isPresent() && doing.dependent() && !scene.habits.watches(thread)) {
        scene.charge(Way.EXTERNAL, thread, doing.as(Activity.SLEEP), List.of(due.get()));
      }
    }
  }

  /** Crowded machines let looks come when threads give up their cores: who ran since the last? */
  private void lastRun(Map<Activity, Double> waiters) {
    scene
        .ranMost(thread -> scene.ran(thread.cpuShare()))
        .ifPresent(actor -> scene.run(actor, 1, waiters));
  }

  /** Nobody here does anything: where an event loop waits too, the answer comes from elsewhere. */
  private void answers(Doing waiter, double weight) {
    boolean eventLoop =
        scene.actors.values().stream()
            .anyMatch(actor -> JdkWaits.inEventLoop(actor.doing().stack()));
    boolean task = waiter.activity() == Activity.FUTURE || waiter.activity() == Activity.LATCH;
    if (eventLoop && task && !scene.habits.loopsAskOnlyThemselves() && !busyLoop()) {
      scene.sheet.add(
          new Key(Way.EXTERNAL, Activity.SOCKET, scene.habits.remoteOfLoops(), waiter.method()),
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
    return scene.threads().stream()
        .filter(thread -> thread.cpuShare() >= WORKS_ON)
        .anyMatch(thread -> JdkWaits.inEventLoop(thread.stack()));
  }
}
