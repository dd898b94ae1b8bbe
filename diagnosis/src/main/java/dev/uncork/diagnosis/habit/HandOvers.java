package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.diagnosis.stack.StackReading;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Threads that take turns: each works for a moment, wakes the next one up and waits for its answer,
 * so that about one of them runs at a time, and much of the time goes to waking up.
 *
 * <p>Such threads run again and again between two looks, wait for nothing but each other, and
 * nobody feeds them from outside. They never all rest, as those do who share what comes now and
 * then. Those that meet at a barrier start together. Who waits for a permit that nobody else waits
 * for is told by it that it is his turn.
 */
final class HandOvers {
  private static final int MIN_LOOKS = 20;

  /** CPU share from which on a thread takes part. */
  private static final double TAKES_PART = 0.05;

  /** Share of the looks at which one that takes part waits for something else at most. */
  private static final double RARELY = 0.05;

  /** Share of the looks before which a thread ran from which on it runs all the time. */
  private static final double OFTEN = 0.5;

  /** Share of the looks at which a thread that brings input waits for it at least. */
  private static final double FEEDS = 0.2;

  /** Share of the time from which on a thread works without a pause, and the others wait for it. */
  private static final double WORKS_ON = 0.75;

  /** Cores that threads that take turns use together at most. */
  private static final double ABOUT_ONE = 1.3;

  /** The same at least: whoever is woken up for a turn has it soon. */
  private static final double HALF = 0.5;

  private static final class Sum {
    int looks;
    int outside;
    int running;
    int ran;
    double cpu;
  }

  private final Set<Long> partners = new HashSet<>();

  /** Semaphores at which several threads waited at a time. */
  private final Set<Integer> shared = new HashSet<>();

  private final StackReading reading;
  private final WakeUps wakeUps;

  HandOvers(List<Snapshot> snapshots, StackReading reading, WakeUps wakeUps) {
    this.reading = reading;
    this.wakeUps = wakeUps;
    Map<Long, Sum> sums = new HashMap<>();
    snapshots.forEach(this::findShared);
    for (Snapshot snapshot : snapshots) {
      for (ThreadSample thread : snapshot.threads()) {
        Sum sum = sums.computeIfAbsent(thread.threadId(), id -> new Sum());
        sum.looks++;
        sum.running += reading.of(thread).activity() == Activity.RUNNING ? 1 : 0;
        sum.outside += among(thread, reading.of(thread)) ? 0 : 1;
        sum.ran += thread.cpuShare() > 0 ? 1 : 0;
        sum.cpu += Math.max(0, thread.cpuShare());
      }
    }
    double cpu = 0;
    boolean other = false;
    for (Map.Entry<Long, Sum> entry : sums.entrySet()) {
      Sum sum = entry.getValue();
      other |= sum.ran > OFTEN * sum.looks && sum.outside > FEEDS * sum.looks;
      if (sum.looks >= MIN_LOOKS && sum.cpu >= TAKES_PART * sum.looks) {
        cpu += sum.cpu / sum.looks;
        other |=
            sum.outside > RARELY * sum.looks
                || Math.max(sum.cpu, sum.running) >= WORKS_ON * sum.looks;
        partners.add(entry.getKey());
      }
    }
    boolean steady =
        cpu <= ABOUT_ONE && cpu >= HALF && Relays.isRare(rests(snapshots), snapshots.size());
    if (other || partners.size() < 2 || !steady) {
      partners.clear();
    }
  }

  /** At how many looks none of those who take part has run since the look before. */
  private long rests(List<Snapshot> snapshots) {
    return snapshots.stream()
        .filter(
            snapshot ->
                snapshot.threads().stream()
                    .filter(thread -> partners.contains(thread.threadId()))
                    .allMatch(thread -> thread.cpuShare() < TAKES_PART))
        .count();
  }

  /** Whether a thread waits for its turn; not one that waits for what a queue lends. */
  boolean waits(ThreadSample thread, Doing doing) {
    boolean lent =
        doing.activity() == Activity.PERMIT
            && reading.of(thread).activity() == Activity.QUEUE_EMPTY;
    return partners.contains(thread.threadId())
        && doing.activity() != Activity.RUNNING
        && !lent
        && among(thread, doing);
  }

  private void findShared(Snapshot snapshot) {
    Set<Integer> waited = new HashSet<>();
    for (ThreadSample thread : snapshot.threads()) {
      int instance = thread.blocker().instance();
      if (reading.of(thread).activity() == Activity.PERMIT && !waited.add(instance)) {
        shared.add(instance);
      }
    }
  }

  private boolean among(ThreadSample thread, Doing doing) {
    return switch (doing.activity()) {
      case PERMIT ->
          thread.blocker().instance() != 0 && !shared.contains(thread.blocker().instance());
      case RUNNING, QUEUE_FULL, QUEUE_EMPTY, FUTURE, LATCH, CONDITION -> true;
      // At the queue of its pool, from where many a worker takes what is worth a wake-up.
      case IDLE -> thread.pool() != 0 && wakeUps.areTiny(WakeUps.key(thread.threadName()));
      default -> false;
    };
  }
}
