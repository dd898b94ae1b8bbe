package dev.uncork.agent.observe.threads;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Threads each of which waits for a lock that the next one holds.
 *
 * <p>Threads are read one after the other while the program runs, so one look proves nothing: what
 * a thread held may be another's a moment later. But a thread whose number of waits is the same in
 * two looks has been in one and the same wait all the time between them, and has neither got nor
 * given up a lock. Where that holds for all threads of a cycle, what the second look says of owners
 * is true of all of them at once. So a cycle that is told is one, however contended the program is;
 * {@link #STANDS_NANOS} only spare those that are ended soon by an interrupt.
 *
 * <p>Waits with a limit of time end by themselves and are no part of one.
 */
final class Deadlocks {
  private static final long STANDS_NANOS = 1_000_000_000;

  /** Threads to read in one look. */
  private static final int MOST_READ = 256;

  /** Where waits come from. */
  interface Waits {
    /** What a thread waits for; null when it doesn't, or not without a limit of time. */
    @Nullable LockWait of(long threadId);
  }

  /** Threads in the order in which they wait for each other, and since when they were seen so. */
  private record Cycle(List<LockWait> threads, long sinceNanos) {}

  private final Waits waits;
  private final Set<Long> suspects = new LinkedHashSet<>();
  private Map<Set<Long>, Cycle> cycles = Map.of();

  Deadlocks(Waits waits) {
    this.waits = waits;
  }

  /** Has a thread read in the next look. */
  void suspect(long threadId) {
    suspects.add(threadId);
  }

  /** Reads the threads that are suspected, and those that they wait for. */
  void look(long nowNanos) {
    Set<Long> begin = new LinkedHashSet<>();
    cycles.keySet().forEach(begin::addAll);
    begin.addAll(suspects);
    suspects.clear();
    Map<Set<Long>, Cycle> found = new LinkedHashMap<>();
    Map<Long, LockWait> read = new HashMap<>();
    Set<Long> done = new HashSet<>();
    for (long thread : begin) {
      List<LockWait> cycle = cycle(thread, read, done);
      if (cycle.size() > 1) {
        Set<Long> members = new HashSet<>();
        cycle.forEach(member -> members.add(member.thread()));
        Cycle before = cycles.get(members);
        found.put(
            members,
            before != null && before.threads().equals(cycle) ? before : new Cycle(cycle, nowNanos));
      }
    }
    cycles = found;
  }

  /** The cycle to which the chain of owners leads that begins at a thread; empty if to none. */
  private List<LockWait> cycle(long first, Map<Long, LockWait> read, Set<Long> done) {
    Set<Long> path = new HashSet<>();
    long at = first;
    while (done.size() < MOST_READ && done.add(at)) {
      LockWait wait = waits.of(at);
      if (wait == null || wait.owner() < 0) {
        return List.of();
      }
      path.add(at);
      read.put(at, wait);
      at = wait.owner();
    }
    return path.contains(at) ? around(at, read) : List.of();
  }

  private static List<LockWait> around(long begin, Map<Long, LockWait> read) {
    List<LockWait> cycle = new ArrayList<>();
    LockWait at = read.get(begin);
    while (at != null && (cycle.isEmpty() || at.thread() != begin)) {
      cycle.add(at);
      at = read.get(at.owner());
    }
    LockWait least = cycle.stream().min(Comparator.comparingLong(LockWait::thread)).orElseThrow();
    int turn = cycle.indexOf(least);
    List<LockWait> turned = new ArrayList<>(cycle.subList(turn, cycle.size()));
    turned.addAll(cycle.subList(0, turn));
    return turned;
  }

  /** Those that have stood for so long that they are told. */
  List<List<LockWait>> standing(long nowNanos) {
    return cycles.values().stream()
        .filter(cycle -> nowNanos - cycle.sinceNanos() >= STANDS_NANOS)
        .map(Cycle::threads)
        .toList();
  }
}
