package dev.uncork.diagnosis.ledger;

import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Gc;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadSecond;
import java.util.List;

/**
 * The recording laid out second by second, in units of cores and threads.
 *
 * <p>A blocked acquire is known when it ends, so it counts in the second of its end.
 */
public final class Seconds {
  /** Longest timeline; later seconds of longer recordings are not laid out. */
  private static final int MAX_SECONDS = 30 * 24 * 3600;

  private final int cores;
  private final double lastLength;
  private final double[] busyCores;
  private final double[] freeCores;
  private final double[] weight;
  private final double[] blockedThreads;
  private final double[] gcShare;
  private final ThreadSecond[] threads;

  private Seconds(int count, int cores, double lastLength) {
    this.cores = cores;
    this.lastLength = lastLength;
    busyCores = new double[count];
    freeCores = new double[count];
    weight = new double[count];
    blockedThreads = new double[count];
    gcShare = new double[count];
    threads = new ThreadSecond[count];
  }

  /**
   * Lays a recording out.
   *
   * @param cores usable cores, at least 1
   */
  public static Seconds of(Recording recording, int cores) {
    long nanos = recording.durationNanos();
    long whole = (nanos + 999_999_999L) / 1_000_000_000L;
    int count = (int) Math.max(1, Math.min(MAX_SECONDS, whole));
    double lastLength = Math.min(1, nanos / 1e9 - (count - 1));
    Seconds seconds = new Seconds(count, cores, lastLength > 0 ? lastLength : 1);
    seconds.addCpu(recording.cpu());
    seconds.addThreads(recording.threadSeconds());
    for (LockUse lock : recording.locks()) {
      for (LockUse.LockSecond second : lock.seconds()) {
        if (second.second() < seconds.count()) {
          seconds.blockedThreads[second.second()] +=
              second.acquireNanos() / 1e9 / seconds.length(second.second());
        }
      }
    }
    for (Gc gc : recording.gcs()) {
      seconds.addPause(gc);
    }
    return seconds;
  }

  /** Number of seconds, the last one perhaps cut. */
  public int count() {
    return busyCores.length;
  }

  /** How much of a second there is: less than 1 at the end of the recording only. */
  public double length(int second) {
    return second == count() - 1 ? lastLength : 1;
  }

  /** The length of the recording in seconds. */
  public double total() {
    return count() - 1 + lastLength;
  }

  /** Whether the use of the cores is known in a second. */
  public boolean known(int second) {
    return weight[second] > 0;
  }

  /** Cores that the process kept busy. */
  public double busyCores(int second) {
    return busyCores[second];
  }

  /** Cores that this process didn't use, whether others did or not. */
  public double unusedCores(int second) {
    return Math.max(0, cores - busyCores[second]);
  }

  /** Cores that nobody used. */
  public double freeCores(int second) {
    return freeCores[second];
  }

  /** Threads blocked at locks, on average over the second. */
  public double blockedThreads(int second) {
    return blockedThreads[second];
  }

  /** Share of the second that went to GC pauses. */
  public double gcShare(int second) {
    return gcShare[second];
  }

  /** Threads that were ready to run and had no core, on average; 0 where unknown. */
  double readyThreads(int second) {
    ThreadSecond known = threads(second);
    return known.coveredNanos() <= 0 ? 0 : (double) known.runQueueNanos() / known.coveredNanos();
  }

  /** Threads that ran; an empty second where unknown. */
  public ThreadSecond threads(int second) {
    ThreadSecond known = threads[second];
    return known == null ? new ThreadSecond(second, 0, 0, 0, 0, -1, "", 0) : known;
  }

  private void addCpu(List<CpuTick> ticks) {
    for (CpuTick tick : ticks) {
      double end = tick.endMillis() / 1e3;
      double begin = Math.max(0, end - Math.max(1e-3, tick.intervalNanos() / 1e9));
      double online = Math.max(cores, tick.onlineCpus());
      double busy = tick.processBusy() * cores;
      double free = Math.max(0, Math.min(cores - busy, (1 - tick.machineBusy()) * online));
      for (int s = (int) begin; s < end && s < count(); s++) {
        double length = Math.min(end, s + 1) - Math.max(begin, s);
        busyCores[s] += busy * length;
        freeCores[s] += free * length;
        weight[s] += length;
      }
    }
    for (int s = 0; s < count(); s++) {
      if (weight[s] > 0) {
        busyCores[s] /= weight[s];
        freeCores[s] /= weight[s];
      }
    }
  }

  private void addThreads(List<ThreadSecond> recorded) {
    for (ThreadSecond second : recorded) {
      if (second.second() >= count()) {
        continue;
      }
      threads[second.second()] = second;
      if (weight[second.second()] == 0 && second.coveredNanos() > 0) {
        double busy = Math.min(cores, (double) second.cpuNanos() / second.coveredNanos());
        busyCores[second.second()] = busy;
        freeCores[second.second()] = cores - busy;
        weight[second.second()] = second.coveredNanos() / 1e9;
      }
    }
  }

  private void addPause(Gc gc) {
    double left = gc.pauseNanos() / 1e9;
    double at = gc.startMillis() / 1000.0;
    while (left > 0 && at < count()) {
      int second = (int) at;
      double part = Math.min(left, second + 1 - at);
      gcShare[second] = Math.min(1, gcShare[second] + part / length(second));
      left -= part;
      at = second + 1;
    }
  }
}
