package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.habit.Habits;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Frame;
import dev.uncork.recording.PoolUse;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether somebody waits, at one moment, for what a thread that sleeps will do next.
 *
 * <p>A lone thread that sleeps again and again looks like housekeeping; it isn't where a queue that
 * it may be emptying is full (or no more may be handed out), or others starve whom nobody else
 * feeds, and nobody else is at work; where tasks are queued for it; or where others wait for the
 * result of a task and it is in one.
 */
final class Awaited {
  private static final Set<String> TASKS =
      Set.of(
          "java.util.concurrent.ThreadPoolExecutor.runWorker",
          "java.util.concurrent.FutureTask.run",
          "java.util.concurrent.ForkJoinTask.doExec",
          "java.util.concurrent.CompletableFuture$AsyncSupply.run",
          "java.util.concurrent.CompletableFuture$AsyncRun.run");

  private static final double BUSY = 0.5;

  private final Set<Integer> pools = new HashSet<>();
  private final Set<Long> asking = new HashSet<>();
  private boolean sleepers;
  private boolean held;
  private boolean starved;
  private boolean work;
  private boolean busy;
  private boolean result;

  Awaited(Snapshot snapshot, StackReading reading, Habits habits) {
    for (ThreadSample thread : snapshot.threads()) {
      Doing doing = reading.of(thread);
      if (habits.asksItself(thread, doing)) {
        asking.add(thread.threadId());
      }
      sleepers |= doing.activity() == Activity.SLEEP && habits.severalSleep(doing);
      held |= doing.activity() == Activity.QUEUE_FULL || habits.isBackPressure(doing);
      starved |= doing.activity() == Activity.QUEUE_EMPTY && habits.feeder().isPresent();
      work |= doing.activity() == Activity.RUNNING && thread.cpuShare() > 0;
      busy |= doing.activity() == Activity.RUNNING && thread.cpuShare() >= BUSY;
      work |= doing.external() && doing.activity() != Activity.SLEEP;
      result |= doing.isForResult() && !habits.watches(thread) && !habits.inTime(thread);
    }
    starved |= result && habits.feeder().isPresent();
    for (PoolUse pool : snapshot.pools()) {
      if (pool.queued() > 0) {
        pools.add(pool.pool());
      }
    }
  }

  /** Whether threads wait to be fed by one that sleeps, whether this look shows it or not. */
  boolean starve() {
    return starved && !work;
  }

  /** Whether somebody works most of the time. */
  boolean busy() {
    return busy;
  }

  /** Whether somebody waits for the result of a task. */
  boolean result() {
    return result;
  }

  /**
   * Whether what a thread does after its sleep is waited for.
   *
   * @param lone whether it sleeps for a short time, and nobody else does there
   */
  boolean sleeper(ThreadSample thread, boolean lone) {
    return (held || starved) && lone && !work
        || thread.pool() != 0 && pools.contains(thread.pool())
        || result && inTask(thread.stack());
  }

  /**
   * Whether a thread waits for what others of the program do before they answer it. Where some of
   * them sleep, as if they were elsewhere, it waits for an answer from there.
   */
  boolean asks(ThreadSample thread) {
    return asking.contains(thread.threadId()) && !sleepers;
  }

  /** The same of one that has a library ask. */
  boolean asksInside(Doing doing, Habits habits) {
    return habits.asksInside(doing) && !sleepers;
  }

  /** Whether a thread is in a task that somebody gave it, rather than in a loop of its own. */
  static boolean inTask(List<Frame> stack) {
    return stack.stream()
        .anyMatch(
            frame ->
                TASKS.contains(frame.qualifiedMethod())
                    || CodeOrigin.isApplication(frame)
                        && frame.method().startsWith("run")
                        && ClassNames.simple(frame.className()).endsWith("Executor"));
  }
}
