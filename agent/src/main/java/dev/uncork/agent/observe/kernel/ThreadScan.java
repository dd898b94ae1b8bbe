package dev.uncork.agent.observe.kernel;

import dev.uncork.protocol.thread.ServiceThreadName;
import dev.uncork.recording.event.ThreadCpuEvent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * CPU time and place of the threads that ran, and how long they had to wait for a CPU, from {@code
 * /proc/self/task}.
 *
 * <p>What it costs grows with the number of threads, so the scan paces itself: after a scan that
 * took t of CPU time it rests for 200 t, which is half a percent of one core, or for as much more
 * as it is told to. What a scan takes at first, while its own code is loaded, doesn't count.
 */
final class ThreadScan {
  private static final long NANOS_PER_TICK = 10_000_000; // USER_HZ is 100 on every architecture
  private static final double ALL_THE_TIME = 0.9;

  /** What reading about one thread takes at most; the rest is loading code, or bad luck. */
  private static final long MOST_OF_A_THREAD_NANOS = 30_000;

  private static final int FIELDS_BEFORE_UTIME = 12; // from behind ") ": state is the first
  private static final int FIELDS_FROM_STIME_TO_PROCESSOR = 24;

  private static final class Seen {
    final long id;
    final File stat;
    final File schedstat;
    long cpuNanos;

    /** As last read; negative before, for a thread that had begun before the first scan. */
    long runQueueNanos;

    int scan;
    String kernelName = "";

    Seen(File tasks, String id) {
      this.id = Long.parseLong(id);
      this.stat = new File(tasks, id + "/stat");
      this.schedstat = new File(tasks, id + "/schedstat");
    }
  }

  private final File tasks;
  private final CpuNodes nodes;
  private final LongSupplier ownCpuNanos;
  private final ThreadNames names = new ThreadNames();
  private final SmallFile reader = new SmallFile();
  private final Map<String, Seen> seen = new HashMap<>();
  private int scan;
  private long lastNanos;
  private long nextNanos;
  private long namesNanos;
  private long compilingNanos;
  private int fullThreads;
  private int fullScans;

  /** Costs are told by the CPU time of the scanning thread. */
  ThreadScan(Path procRoot, CpuNodes nodes, LongSupplier ownCpuNanos) {
    this.tasks = procRoot.resolve("self/task").toFile();
    this.nodes = nodes;
    this.ownCpuNanos = ownCpuNanos;
  }

  /**
   * Scans if it is time to, and emits one event for each thread that ran since the last scan.
   *
   * @param restPerCost for how many times what it takes it is to rest then
   */
  void tick(long nowNanos, int restPerCost) {
    if (scan > 0 && nowNanos - nextNanos < 0) {
      return;
    }
    boolean first = scan++ == 0;
    long before = ownCpuNanos.getAsLong();
    String[] ids = tasks.list();
    if (ids == null) {
      return;
    }
    if (first || nowNanos - namesNanos > 1_000_000_000L) {
      names.learn();
      namesNanos = nowNanos;
    }
    long interval = nowNanos - lastNanos;
    for (String id : ids) {
      scanThread(id, first, interval);
    }
    fullScans += first ? 0 : 1;
    seen.values().removeIf(thread -> thread.scan != scan);
    lastNanos = nowNanos;
    long costNanos =
        Math.min(ownCpuNanos.getAsLong() - before, MOST_OF_A_THREAD_NANOS * ids.length);
    nextNanos = nowNanos + restPerCost * costNanos;
  }

  private void scanThread(String id, boolean first, long interval) {
    long cpuNanos;
    int cpu;
    Seen known = seen.get(id);
    Seen thread = known == null ? new Seen(tasks, id) : known;
    try {
      reader.read(thread.stat);
      if (!reader.skipBehindLast(')')) {
        return;
      }
      reader.skipFields(FIELDS_BEFORE_UTIME);
      long userTicks = reader.nextNumber();
      long systemTicks = reader.nextNumber();
      cpuNanos = (userTicks + systemTicks) * NANOS_PER_TICK;
      reader.skipFields(FIELDS_FROM_STIME_TO_PROCESSOR);
      cpu = (int) reader.nextNumber();
    } catch (IOException e) {
      return; // It ended.
    }
    if (known == null) {
      thread.cpuNanos = first ? cpuNanos : 0;
      thread.runQueueNanos = first ? -1 : 0;
      seen.put(id, thread);
      if (first && ServiceThreadName.COMPILER.matches(reader.between('(', ')'))) {
        compilingNanos += cpuNanos;
      }
    }
    thread.scan = scan;
    if (cpuNanos > thread.cpuNanos) {
      thread.kernelName = reader.between('(', ')');
      long used = cpuNanos - thread.cpuNanos;
      if (ServiceThreadName.COMPILER.matches(thread.kernelName)) {
        compilingNanos += used;
      }
      if (!first
          && used >= ALL_THE_TIME * interval
          && !ServiceThreadName.serves(thread.kernelName)) {
        fullThreads++;
      }
      emit(thread, cpu, used, interval);
      thread.cpuNanos = cpuNanos;
    }
  }

  /** CPU time of the JIT compilers' threads, since the process began. */
  long compilingNanos() {
    return compilingNanos;
  }

  /**
   * Threads of the program's own that ran without a pause, on average since this was last asked.
   */
  double takeFullThreads() {
    double mean = fullScans == 0 ? 0 : (double) fullThreads / fullScans;
    fullThreads = 0;
    fullScans = 0;
    return mean;
  }

  /** Tells what a thread waited for a CPU since this was last asked, and what it uses in a turn. */
  private void tellTurns(Seen thread, ThreadCpuEvent event) {
    event.runQueueTime = -1;
    event.turnTime = -1;
    try {
      reader.read(thread.schedstat);
    } catch (IOException e) {
      return; // It ended, or the kernel has no CONFIG_SCHED_INFO.
    }
    long ranNanos = reader.nextNumber();
    long nanos = reader.nextNumber();
    long turns = reader.nextNumber();
    if (thread.runQueueNanos >= 0 && nanos >= 0) {
      event.runQueueTime = nanos - thread.runQueueNanos;
    }
    if (ranNanos >= 0 && turns > 0) {
      event.turnTime = ranNanos / turns;
    }
    thread.runQueueNanos = nanos;
  }

  private void emit(Seen thread, int cpu, long cpuNanos, long interval) {
    ThreadCpuEvent event = new ThreadCpuEvent();
    event.osThreadId = thread.id;
    event.threadName = names.of(thread.kernelName);
    event.cpu = cpu;
    event.node = nodes.of(cpu);
    event.cpuTime = cpuNanos;
    tellTurns(thread, event);
    event.interval = interval;
    event.commit();
  }
}
