package dev.uncork.report.words;

import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.Stuck;
import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.protocol.thread.AwaitedClass;
import java.util.ArrayList;
import java.util.List;

/** Words for threads that wait for each other for ever. */
public final class DeadlockWords {
  /** Threads that one sentence names. */
  private static final int NAMED = 2;

  private DeadlockWords() {}

  /** One sentence for all of them, without the full stop. */
  static String sentence(List<Stuck> threads) {
    if (threads.isEmpty()) {
      return "Deadlock: threads wait for each other for ever";
    }
    List<String> clauses =
        new ArrayList<>(threads.stream().limit(NAMED).map(DeadlockWords::clause).toList());
    if (threads.size() > NAMED) {
      int more = threads.size() - NAMED;
      clauses.add(more == 1 ? "one more thread is part of it" : more + " more are part of it");
    }
    return "Deadlock: " + String.join("; ", clauses);
  }

  /** Of a pool that waits for itself, without the full stop. */
  static String ofPool(Root.PoolFacts pool, Root root) {
    String threads =
        pool.threads() == 1 ? "its only thread waits" : "all " + pool.threads() + " threads wait";
    return "Deadlock of thread pool "
        + pool.threadName()
        + ": "
        + threads
        + (root.waitsForPermits()
            ? " for permits that nobody is left to give back"
            : " for tasks that are queued behind them in this pool")
        + root.site().map(frame -> ", at " + frame).orElse("");
  }

  /** A heading, and one line for each thread. */
  public static List<String> lines(List<Stuck> threads) {
    List<String> lines = new ArrayList<>();
    String all = threads.size() + " threads ";
    boolean pool = threads.stream().allMatch(DeadlockWords::waitsForOwnQueue);
    lines.add(
        pool
            ? "Deadlock: "
                + (threads.size() == 1 ? "the only thread of a pool waits" : all + "of a pool wait")
                + " for tasks in its own queue:"
            : "Deadlock: " + all + "wait for each other for ever:");
    threads.forEach(thread -> lines.add("  " + clause(thread)));
    return lines;
  }

  /** What one thread waits for, and where. */
  static String clause(Stuck thread) {
    return (thread.thread().isEmpty() ? "a virtual thread" : thread.thread())
        + " waits for "
        + awaited(thread)
        + thread.site().map(frame -> ", at " + frame).orElse("");
  }

  private static String awaited(Stuck thread) {
    if (waitsForOwnQueue(thread)) {
      return "a task in its pool's queue";
    }
    String object = thread.lockClass();
    if (object.startsWith(Stuck.ROOM)) {
      return Stuck.ROOM
          + lock(object.substring(Stuck.ROOM.length()), "a queue")
          + " that nobody empties";
    }
    if (object.startsWith(Stuck.PERMIT)) {
      return "a permit of "
          + lock(object.substring(Stuck.PERMIT.length()), "a limit")
          + ", which nobody gives back";
    }
    return object.startsWith(Stuck.CLASS)
        ? object + ", which " + thread.owner() + " initialises"
        : lock(object, "a lock") + " that " + holder(thread);
  }

  private static String holder(Stuck thread) {
    return thread.owner().isEmpty() ? "nobody gives back" : thread.owner() + " holds";
  }

  private static boolean waitsForOwnQueue(Stuck thread) {
    return thread.lockClass().equals(AwaitedClass.OWN_QUEUE);
  }

  /** An Account; a ReentrantLock, whose inner classes are nobody's concern. */
  private static String lock(String className, String unknown) {
    String shown = ClassNames.shown(className);
    String simple = shown.substring(shown.lastIndexOf('.') + 1);
    if (className.startsWith("java.util.concurrent.") && simple.indexOf('$') > 0) {
      simple = simple.substring(0, simple.indexOf('$'));
    }
    if (simple.isEmpty()) {
      return unknown;
    }
    return ("AEIOU".indexOf(simple.charAt(0)) >= 0 ? "an " : "a ") + simple;
  }
}
