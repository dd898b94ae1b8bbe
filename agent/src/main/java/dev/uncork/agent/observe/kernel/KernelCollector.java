package dev.uncork.agent.observe.kernel;

import dev.uncork.protocol.CapabilityName;
import dev.uncork.recording.event.CpuUseEvent;
import dev.uncork.recording.event.ProcessUseEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of the collector that reads the kernel: CPUs and threads every tick, the process every
 * second.
 *
 * <p>A source that fails is turned off and reported once; the others go on.
 */
public final class KernelCollector {
  private static final int REST_PER_COST = 200;
  private static final int CALM_REST_PER_COST = 1000;

  /** What it takes at most to read the process's CPU time, with thousands of threads. */
  private static final long MOST_OF_PROCESS_NANOS = 1_000_000;

  private final CpuTimes cpus;
  private final ProcessCounters process;
  private final ThreadScan threads;
  private final OwnCpuTime ownCpuTime;
  private final BiConsumer<String, String> onLost;
  private boolean coresLost;
  private boolean threadsLost;
  private boolean processLost;
  private long cpuNanos = -1;
  private long nextProcessNanos = System.nanoTime();
  private final BusyShare processBusy = new BusyShare();
  private float busyCpus;
  private long tickNanos;
  private long secondNanos;
  private ProcessCounters.@Nullable Reading last;
  private final CpuQuota quota;
  private CpuQuota.Reading lastQuota = CpuQuota.Reading.NONE;

  /**
   * Reads nothing yet.
   *
   * @param procRoot usually {@code /proc}
   * @param sysRoot usually {@code /sys}
   * @param onLost told the name of a capability that was lost, and why
   */
  public KernelCollector(
      Path procRoot, Path sysRoot, OwnCpuTime ownCpuTime, BiConsumer<String, String> onLost) {
    this.cpus = new CpuTimes(procRoot);
    this.process = new ProcessCounters(procRoot);
    this.quota = new CpuQuota(procRoot, sysRoot);
    this.threads = new ThreadScan(procRoot, new CpuNodes(sysRoot), ownCpuTime::nanos);
    this.ownCpuTime = ownCpuTime;
    this.onLost = onLost;
  }

  /**
   * One tick.
   *
   * @param calm whether what grows with the number of threads is to have a thousandth of a
   *     processor rather than half a percent
   */
  public void tick(long nowNanos, boolean calm) {
    int restPerCost = calm ? CALM_REST_PER_COST : REST_PER_COST;
    if (!coresLost) {
      try {
        tickCores(nowNanos, restPerCost);
      } catch (IOException | RuntimeException e) {
        coresLost = true;
        onLost.accept(CapabilityName.CORES, "cannot read the kernel's CPU times: " + e);
      }
    }
    if (!threadsLost) {
      try {
        threads.tick(nowNanos, restPerCost);
      } catch (RuntimeException e) {
        threadsLost = true;
        onLost.accept(CapabilityName.THREADS, "cannot read the kernel's list of threads: " + e);
      }
    }
  }

  /** One second has passed. */
  public void second(long nowNanos) {
    if (processLost) {
      return;
    }
    try {
      ProcessCounters.Reading now = process.read();
      CpuQuota.Reading quotaNow = quota.read();
      if (last != null) {
        emit(last, now, lastQuota, quotaNow, nowNanos - secondNanos);
      }
      last = now;
      lastQuota = quotaNow;
      secondNanos = nowNanos;
    } catch (IOException | RuntimeException e) {
      processLost = true;
      onLost.accept(
          CapabilityName.PROCESS, "cannot read the kernel's counters of this process: " + e);
    }
  }

  private void tickCores(long nowNanos, int restPerCost) throws IOException {
    if (nowNanos - nextProcessNanos >= 0) {
      tickProcessCpu(nowNanos, restPerCost);
    }
    int[] shares = cpus.read();
    long interval = nowNanos - tickNanos;
    if (shares != null && interval > 0) {
      CpuUseEvent event = new CpuUseEvent();
      int sum = 0;
      for (int share : shares) {
        sum += share;
      }
      event.machineBusy = sum / (100f * shares.length);
      busyCpus = shares.length == UsableCpus.count() ? event.machineBusy * shares.length : 0;
      event.processBusy = processBusy.share();
      event.perCpu = CpuTimes.encode(shares);
      event.interval = interval;
      event.commit();
    }
    tickNanos = nowNanos;
  }

  /** The kernel adds up all threads for this: with thousands of them, not at every tick. */
  private void tickProcessCpu(long nowNanos, int restPerCost) throws IOException {
    long before = ownCpuTime.nanos();
    cpuNanos = process.cpuNanos();
    processBusy.add(cpuNanos, System.nanoTime(), UsableCpus.count());
    long costNanos = Math.min(ownCpuTime.nanos() - before, MOST_OF_PROCESS_NANOS);
    nextProcessNanos = nowNanos + restPerCost * costNanos;
  }

  /** How many CPUs were busy at the last tick; 0 where the process may use only some of them. */
  public float busyCpus() {
    return busyCpus;
  }

  /**
   * The compilers' share of the CPU time that the process has used; 1 while that isn't known.
   * Compiling all of its code again costs this share of what it has done so far, at most.
   */
  public double compilingShare() {
    return cpuNanos <= 0 ? 1 : threads.compilingNanos() / (double) cpuNanos;
  }

  /** CPU time that the process has used, as of the last look; -1 before. */
  public long cpuNanos() {
    return cpuNanos;
  }

  /** CPU time of the JIT compilers' threads since the process began, as of the last scan. */
  public long compilingNanos() {
    return threads.compilingNanos();
  }

  /**
   * Threads of the program's own that ran without a pause, on average since this was last asked.
   */
  public double takeFullThreads() {
    return threads.takeFullThreads();
  }

  private static void emit(
      ProcessCounters.Reading before,
      ProcessCounters.Reading now,
      CpuQuota.Reading quotaBefore,
      CpuQuota.Reading quotaNow,
      long interval) {
    ProcessUseEvent event = new ProcessUseEvent();
    event.userTime = now.userNanos() - before.userNanos();
    event.systemTime = now.systemNanos() - before.systemNanos();
    event.minorFaults = now.minorFaults() - before.minorFaults();
    event.majorFaults = now.majorFaults() - before.majorFaults();
    event.voluntarySwitches = -1;
    event.involuntarySwitches = -1;
    event.bytesRead = difference(before.bytesRead(), now.bytesRead());
    event.bytesWritten = difference(before.bytesWritten(), now.bytesWritten());
    event.residentSize = now.residentBytes();
    event.threads = now.threads();
    event.throttledPeriods = quotaNow.throttledPeriods() - quotaBefore.throttledPeriods();
    event.throttledTime = quotaNow.throttledNanos() - quotaBefore.throttledNanos();
    event.interval = interval;
    event.commit();
  }

  /** What a counter grew by; -1 where it is hidden. */
  private static long difference(long before, long now) {
    return before < 0 || now < 0 ? -1 : now - before;
  }
}
