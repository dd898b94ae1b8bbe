package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.habit.ThreadGroups;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.HashSet;
import java.util.Set;

/**
 * What threads do at one moment, read in the light of what they do at other times and of what
 * others do at that moment: a stack alone may deceive.
 */
final class Context {
  /** CPU share below which a thread that says it runs waits inside the JVM, if cores are free. */
  static final double STANDS = 0.02;

  /** CPU share from which on what a carrier carries runs, instead of holding it up. */
  private static final double CARRIES = 0.2;

  private final Snapshot snapshot;
  private final StackReading reading;
  private final ThreadGroups groups;
  private final Habits habits;
  private final Awaited awaited;
  private final boolean freeCore;

  /** Threads that have what others are blocked at. */
  private final Set<Long> owners = new HashSet<>();

  /**
   * Of one moment.
   *
   * @param freeCore whether a thread that is ready could have had a core
   */
  Context(
      Snapshot snapshot,
      StackReading reading,
      ThreadGroups groups,
      Habits habits,
      Awaited awaited,
      boolean freeCore) {
    this.snapshot = snapshot;
    this.reading = reading;
    this.groups = groups;
    this.habits = habits;
    this.awaited = awaited;
    this.freeCore = freeCore;
    snapshot.threads().stream()
        .filter(thread -> reading.of(thread).activity() == Activity.LOCK)
        .forEach(thread -> owners.add(thread.blocker().owner()));
  }

  /** What a thread does. */
  Doing of(ThreadSample thread) {
    Doing doing = reading.of(thread);
    String group = groups.of(thread.threadName());
    if (doing.activity() == Activity.RUNNING && habits.lent(thread, doing, group)) {
      return reading.asleep(doing).as(Activity.LOCK, "");
    }
    if (doing.activity() == Activity.RUNNING
        && stands(thread, doing)
        && !thread.stack().isEmpty()) {
      Doing asleep = reading.asleep(doing);
      return habits.waitsForFile(asleep) ? asleep.as(Activity.STORAGE) : asleep;
    }
    if (carriesOneThatRuns(thread, doing)) {
      return reading.of(thread.stack(), Thread.State.RUNNABLE);
    }
    if (doing.external() && thread.cpuShare() > 1 - STANDS
        || habits.takesWhatIsThere(thread, doing)) {
      return doing.as(Activity.RUNNING);
    }
    if (doing.activity() == Activity.SLEEP
        && doing.initialises().isEmpty()
        && !owners.contains(thread.threadId())
        && (habits.sleepsByDesign(doing) || mayPoll(thread))
        && !awaited.sleeper(thread, !habits.sleepsLong(doing))) {
      return doing.as(Activity.IDLE);
    }
    if (habits.awaitsOwnLock(thread, doing)) {
      return doing.as(Activity.LOCK);
    }
    if (habits.isBackPressure(doing) || awaited.asksInside(doing, habits)) {
      return doing.as(Activity.FUTURE);
    }
    if (habits.awaitsRequest(thread, doing)) {
      return doing.as(Activity.IDLE);
    }
    if (habits.lent(thread, doing, group)) {
      boolean triesAgain = doing.activity() == Activity.BACKOFF;
      return triesAgain ? doing.as(Activity.LOCK, "") : doing.as(Activity.PERMIT);
    }
    Doing told = habits.ofPipes(doing, group);
    boolean input =
        told.activity() == Activity.CHILD_PROCESS && habits.takeInput(group) && !awaited.result();
    return input ? told.as(Activity.IDLE) : told;
  }

  /**
   * Java calls a carrier waiting even while its virtual thread runs. Where others are ready to run,
   * carriers are judged as a pool.
   */
  private boolean carriesOneThatRuns(ThreadSample thread, Doing doing) {
    return doing.activity() == Activity.PINNED
        && thread.state() == Thread.State.WAITING
        && thread.cpuShare() >= CARRIES
        && snapshot.pools().stream()
            .noneMatch(pool -> pool.pool() == thread.pool() && PoolCharges.keepsTasksWaiting(pool));
  }

  /**
   * Whether a thread may only look now and then whether there is something to do, beside others who
   * have: what a virtual thread does after its sleep, its CPU time doesn't tell.
   */
  private boolean mayPoll(ThreadSample thread) {
    return thread.isVirtual() && awaited.busy();
  }

  private boolean stands(ThreadSample thread, Doing doing) {
    return thread.state() == Thread.State.RUNNABLE
        && (habits.standsStill(thread.threadId(), snapshot.atMillis())
            || habits.waitsInNative(thread, doing, freeCore)
            || freeCore && thread.cpuShare() >= 0 && thread.cpuShare() < STANDS);
  }
}
