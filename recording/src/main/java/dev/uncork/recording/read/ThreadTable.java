package dev.uncork.recording.read;

import dev.uncork.protocol.thread.ServiceThreadName;
import dev.uncork.recording.ThreadSecond;
import dev.uncork.recording.ThreadUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * CPU time per thread while a recording is read: totals, and how each second was shared.
 *
 * <p>A second keeps its map of threads until events are {@link #OPEN_SECONDS} later; then only its
 * summary stays, and stragglers beyond that are counted in the totals alone.
 */
final class ThreadTable {
  static final int MAX_THREADS = 200_000;

  private static final int OPEN_SECONDS = 60;
  private static final double RUNNING_SHARE = 0.05;
  private static final double SATURATED_SHARE = 0.7;

  private final Map<Long, Total> totals = new HashMap<>();
  private final TreeMap<Integer, Second> open = new TreeMap<>();
  private final Map<Integer, ThreadSecond> closed = new HashMap<>();

  void add(long threadId, String name, int cpu, int second, long cpuNanos, long intervalNanos) {
    Total total = totals.get(threadId);
    if (total == null && totals.size() < MAX_THREADS) {
      total = new Total();
      totals.put(threadId, total);
    }
    if (total != null) {
      total.add(name, cpu, cpuNanos);
    }
    if (closed.containsKey(second)) {
      return;
    }
    open(second).add(threadId, cpuNanos, intervalNanos);
    while (open.firstKey() < open.lastKey() - OPEN_SECONDS) {
      close(open.firstKey());
    }
  }

  /** Tells what a thread used each time it got a CPU, on average until then. */
  void turns(long threadId, long nanos) {
    Total total = totals.get(threadId);
    if (total != null) {
      total.turnNanos = nanos;
    }
  }

  /** Adds what a thread waited for a CPU; who serves the program keeps nothing of it back. */
  void addRunQueue(long threadId, int second, long nanos) {
    if (nanos > 0 && !closed.containsKey(second) && !ServiceThreadName.serves(name(threadId))) {
      open(second).runQueueNanos += nanos;
    }
  }

  private Second open(int second) {
    return open.computeIfAbsent(second, key -> new Second());
  }

  List<ThreadUse> threads(JavaNames names) {
    List<ThreadUse> result = new ArrayList<>(totals.size());
    totals.forEach(
        (id, total) ->
            result.add(
                new ThreadUse(
                    id,
                    names.of(id, total.name),
                    total.cpuNanos,
                    total.lastCpu,
                    total.samples,
                    total.cpuChanges,
                    total.turnNanos)));
    result.sort(
        Comparator.comparingLong(ThreadUse::cpuNanos)
            .reversed()
            .thenComparingLong(ThreadUse::osThreadId));
    return result;
  }

  List<ThreadSecond> seconds(JavaNames names) {
    while (!open.isEmpty()) {
      close(open.firstKey());
    }
    return closed.values().stream()
        .sorted(Comparator.comparingInt(ThreadSecond::second))
        .map(second -> named(second, names))
        .toList();
  }

  private ThreadSecond named(ThreadSecond second, JavaNames names) {
    return new ThreadSecond(
        second.second(),
        second.coveredNanos(),
        second.cpuNanos(),
        second.runningThreads(),
        second.saturatedThreads(),
        second.topThreadId(),
        names.of(second.topThreadId(), name(second.topThreadId())),
        second.topCpuNanos(),
        second.runQueueNanos(),
        second.service());
  }

  private String name(long threadId) {
    Total total = totals.get(threadId);
    return total == null ? "" : total.name;
  }

  private void close(int number) {
    Second second = open.remove(number);
    if (second == null) {
      return;
    }
    long covered = Math.min(1_000_000_000L, Math.max(1, second.coveredNanos));
    long sum = 0;
    long top = -1;
    long topId = -1;
    int running = 0;
    int saturated = 0;
    ThreadSecond.Service service = ThreadSecond.Service.NONE;
    for (Map.Entry<Long, long[]> entry : second.threads.entrySet()) {
      long nanos = entry.getValue()[0];
      sum += nanos;
      service = service.plus(name(entry.getKey()), nanos);
      running += nanos >= covered * RUNNING_SHARE ? 1 : 0;
      saturated += nanos >= covered * SATURATED_SHARE ? 1 : 0;
      if (nanos > top) {
        top = nanos;
        topId = entry.getKey();
      }
    }
    closed.put(
        number,
        new ThreadSecond(
            number,
            covered,
            sum,
            running,
            saturated,
            topId,
            "",
            top,
            second.runQueueNanos,
            service));
  }

  private static final class Second {
    final Map<Long, long[]> threads = new HashMap<>();
    long runQueueNanos;

    /** Threads that didn't run in a tick have no event in it, so the longest sum counts. */
    long coveredNanos;

    void add(long threadId, long cpuNanos, long intervalNanos) {
      long[] sums = threads.computeIfAbsent(threadId, key -> new long[2]);
      sums[0] += cpuNanos;
      sums[1] += intervalNanos;
      coveredNanos = Math.max(coveredNanos, sums[1]);
    }
  }

  private static final class Total {
    String name = "";
    long cpuNanos;
    long samples;
    long cpuChanges;
    long turnNanos;
    int lastCpu = -1;

    void add(String newName, int cpu, long nanos) {
      if (!newName.isEmpty()) {
        name = newName;
      }
      cpuChanges += lastCpu >= 0 && cpu != lastCpu ? 1 : 0;
      lastCpu = cpu;
      cpuNanos += nanos;
      samples++;
    }
  }
}
