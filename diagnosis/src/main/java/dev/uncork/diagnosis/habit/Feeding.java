package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.diagnosis.stack.StackQuestion;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Whether those who wait at empty queues, or for results, get what they wait for from a thread that
 * sleeps.
 *
 * <p>They work, or get results, so somebody feeds them. Where nobody waits for clients, connections
 * or timers, and whoever else runs does next to nothing, those are left who sleep in between.
 */
final class Feeding {
  /** Cores that consumers use from which on they work. */
  private static final double WORKS = 0.05;

  private static final String FORK_JOIN = "java.util.concurrent.ForkJoinPool";

  private static final String SCHEDULED = "java.util.concurrent.ScheduledThreadPoolExecutor";

  private final Map<String, Double> cpu = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<Doing, Integer> sleepers = new IdentityHashMap<>();
  private final Set<String> consumers = new HashSet<>();
  private final StackQuestion forkJoin = isIn(FORK_JOIN);
  private final StackQuestion alarm = new StackQuestion(JdkWaits::inDelayScheduler);
  private final StackQuestion scheduled = isIn(SCHEDULED);
  private final Set<String> clients = new HashSet<>();
  private double carriersCpu;
  private boolean timed;
  private boolean alarmed;
  private boolean virtual;
  private boolean otherSource;

  /** Adds a thread of one look, and its group. */
  void add(ThreadSample thread, Doing doing, String group) {
    boolean worker = thread.pool() != 0;
    boolean idle = doing.activity() == Activity.IDLE; // of which pool, the first look may miss
    boolean carrier = (worker || idle) && forkJoin.of(doing.stack());
    if (carrier || alarm.of(doing.stack())) {
      carriersCpu += carrier ? Math.max(0, thread.cpuShare()) : 0;
      timed |= !carrier;
      return;
    }
    if (doing.activity() == Activity.SLEEP) {
      alarmed |= thread.isVirtual();
      sleepers.merge(doing, 1, Integer::sum);
    }
    names.putIfAbsent(group, thread.threadName());
    cpu.merge(group, Math.max(0.0, thread.cpuShare()) * thread.weight(), Double::sum);
    if (doing.activity() == Activity.QUEUE_EMPTY) {
      consumers.add(group);
      virtual |= thread.isVirtual();
    }
    if (doing.isForResult()) {
      clients.add(group);
    }
    boolean awaitsSomething = idle && !servesJvm(doing);
    otherSource |= awaitsSomething && (!worker || scheduled.of(doing.stack()));
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

  private static StackQuestion isIn(String type) {
    return new StackQuestion(
        stack -> stack.stream().anyMatch(frame -> frame.className().startsWith(type)));
  }

  /**
   * Who sleeps, most of the time not for long, and feeds those who wait at empty queues or for
   * results; empty where it isn't sure that there is one.
   *
   * @param looks number of looks
   * @param results whether results are wanted, and late
   */
  Optional<Doing> feeder(int looks, WakeUps wakeUps, Predicate<Doing> sleepsLong, boolean results) {
    double worked = 0;
    double others = 0;
    for (Map.Entry<String, Double> group : cpu.entrySet()) {
      boolean consumes = consumers.contains(group.getKey());
      boolean empty = wakeUps.areEmpty(WakeUps.key(names.getOrDefault(group.getKey(), "")));
      worked += consumes && !empty ? group.getValue() : 0;
      boolean waits = consumes || results && clients.contains(group.getKey());
      others = Math.max(others, waits ? 0 : group.getValue());
    }
    worked += virtual ? carriersCpu : 0;
    boolean fed = worked >= WORKS * looks || results && (!timed || alarmed);
    boolean sure = !otherSource && fed && others < Habits.POLLER * looks;
    return sleepers.entrySet().stream()
        .filter(sleeper -> sure && !sleepsLong.test(sleeper.getKey()))
        .max(
            Map.Entry.<Doing, Integer>comparingByValue()
                .thenComparing(sleeper -> sleeper.getKey().site().toString()))
        .map(Map.Entry::getKey);
  }
}
