package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.protocol.thread.AwaitedClass;
import dev.uncork.recording.PoolUse;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds pools whose tasks go on one after the other: their workers wait for each other in the code
 * in which they work, and together use about one core. What is in the queue would only wait with
 * them.
 *
 * <p>Who waits for parts of his task that are in the queue isn't where these parts work. Where
 * something may come from elsewhere, by a connection or a timer, that is what they may wait for.
 */
final class TaskOrder {
  private static final int MIN_LOOKS = 10;
  private static final double MOSTLY = 0.9;
  private static final double RARELY = 0.2;

  /** Cores that workers use together of whom one is at work at a time. */
  private static final double ONE_CORE = 1.1;

  /** The same at least: whoever is woken up for his turn has it soon. */
  private static final double HALF = 0.5;

  private static final class Looks {
    int count;
    int inOrder;
    int fromElsewhere;
    double cpu;
    boolean worked;
  }

  private final Map<Integer, Looks> pools = new HashMap<>();

  /** Adds one look at all threads. */
  void look(Snapshot snapshot, StackReading reading) {
    for (PoolUse pool : snapshot.pools()) {
      if (pool.queued() == 0) {
        continue;
      }
      Looks looks = pools.computeIfAbsent(pool.pool(), key -> new Looks());
      List<Doing> atWork = new ArrayList<>();
      List<Doing> waiting = new ArrayList<>();
      boolean others = false;
      boolean elsewhere = false;
      for (ThreadSample thread : snapshot.threads()) {
        Doing doing = reading.of(thread);
        if (thread.pool() != pool.pool()) {
          elsewhere |= thread.cpuShare() > 0 && mayBring(thread, doing);
          continue;
        }
        looks.cpu += Math.max(0, thread.cpuShare());
        if (waits(thread, doing)) {
          waiting.add(doing);
        } else if (doing.activity() == Activity.RUNNING) {
          atWork.add(doing);
        } else {
          others = true;
        }
      }
      looks.count++;
      boolean inOrder =
          !others
              && atWork.size() <= 1
              && !waiting.isEmpty()
              && atWork.stream()
                  .allMatch(one -> waiting.stream().allMatch(wait -> isIn(one, wait)));
      looks.inOrder += inOrder ? 1 : 0;
      looks.worked |= inOrder && !atWork.isEmpty();
      looks.fromElsewhere += elsewhere ? 1 : 0;
    }
  }

  private static boolean mayBring(ThreadSample thread, Doing doing) {
    return doing.external()
        || JdkWaits.inEventLoop(thread.stack())
        || JdkWaits.awaitsTime(thread.stack());
  }

  /** Whether who is at work is in the method in which the other one waits. */
  private static boolean isIn(Doing atWork, Doing waiting) {
    return atWork.stack().stream()
        .anyMatch(frame -> frame.qualifiedMethod().equals(waiting.method()));
  }

  private static boolean waits(ThreadSample thread, Doing doing) {
    return switch (doing.activity()) {
      case LATCH, FUTURE, CONDITION -> !thread.blocker().className().equals(AwaitedClass.OWN_QUEUE);
      default -> false;
    };
  }

  /** Whether the tasks of a pool go on one after the other. */
  boolean of(int pool) {
    Looks looks = pools.get(pool);
    return looks != null
        && looks.count >= MIN_LOOKS
        && looks.worked
        && looks.inOrder >= MOSTLY * looks.count
        && looks.fromElsewhere <= RARELY * looks.count
        && looks.cpu >= HALF * looks.count
        && looks.cpu <= ONE_CORE * looks.count;
  }
}
