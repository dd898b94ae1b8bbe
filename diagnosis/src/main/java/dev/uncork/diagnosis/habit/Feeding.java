package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whether those who wait at empty queues get what they work on from threads that sleep.
 *
 * <p>They work, so somebody feeds them. Where nobody waits for clients, connections or timers, and
 * whoever else runs does next to nothing, those are left who sleep in between.
 */
final class Feeding {
  /** Cores that consumers use from which on they work. */
  private static final double WORKS = 0.05;

  private static final String FORK_JOIN = "java.util.concurrent.ForkJoinPool";

  /** Wakes virtual threads up since JDK 25. */
  private static final String ALARM = "java.util.concurrent.DelayScheduler";

  private static final String SCHEDULED = "java.util.concurrent.ScheduledThreadPoolExecutor";

  private final Map<String, Double> cpu = new HashMap<>();
  private final Set<String> consumers = new HashSet<>();
  private double carriersCpu;
  private boolean virtual;
  private boolean otherSource;

  /** Adds a thread of one look, and its group. */
  void add(ThreadSample thread, Doing doing, String group) {
    boolean worker = thread.pool() != 0;
    boolean carrier = worker && isIn(FORK_JOIN, doing);
    if (carrier || isIn(ALARM, doing)) {
      carriersCpu += carrier ? Math.max(0, thread.cpuShare()) : 0;
      return;
    }
    cpu.merge(group, Math.max(0.0, thread.cpuShare()) * thread.weight(), Double::sum);
    if (doing.activity() == Activity.QUEUE_EMPTY) {
      consumers.add(group);
      virtual |= thread.isVirtual();
    }
    boolean awaitsSomething = doing.activity() == Activity.IDLE && !servesJvm(doing);
    otherSource |= awaitsSomething && (!worker || isIn(SCHEDULED, doing));
    otherSource |= doing.activity() == Activity.SOCKET || doing.activity() == Activity.STORAGE;
  }

  /** Whether it is a thread that only wakes others up, or cleans up. */
  private static boolean servesJvm(Doing doing) {
    return doing.stack().stream()
        .allMatch(
            frame ->
                frame.className().startsWith("java.lang.")
                    || frame.className().startsWith("jdk.internal."));
  }

  private static boolean isIn(String type, Doing doing) {
    return doing.stack().stream().anyMatch(frame -> frame.className().startsWith(type));
  }

  /** Whether those who sleep feed those who wait at empty queues, in so many looks. */
  boolean bySleepers(int looks) {
    double worked = virtual ? carriersCpu : 0;
    double others = 0;
    for (Map.Entry<String, Double> group : cpu.entrySet()) {
      boolean consumes = consumers.contains(group.getKey());
      worked += consumes ? group.getValue() : 0;
      others = Math.max(others, consumes ? 0 : group.getValue());
    }
    return !otherSource && worked >= WORKS * looks && others < Habits.POLLER * looks;
  }
}
