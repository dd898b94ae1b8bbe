package dev.uncork.agent.observe.experiment;

import dev.uncork.agent.observe.work.WorkCounter;
import dev.uncork.boot.cores.ProgramCores;
import dev.uncork.recording.event.ExperimentWindowEvent;
import dev.uncork.recording.event.WindowWorkEvent;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One window: the threads are held, a fifth of it passes until they have found their places, then
 * it is measured, and they are given back. Runs on the experiment's own thread.
 *
 * <p>Short windows, of which more can be had, tell more than long ones: one that another process
 * spoilt counts less. They need work that is counted often enough; where it is rare, longer ones
 * count more of it.
 */
final class Window {
  static final long LONG_NANOS = 100_000_000;
  static final long SHORT_NANOS = LONG_NANOS / 2;
  private static final int SETTLE_SHARE = 5;
  private static final int MOST_READING_SHARE = 20;
  private static final long LIMIT_NANOS = 3 * LONG_NANOS;

  /** For work that is rare. */
  private static final long LONGEST_NANOS = 2 * LONG_NANOS;

  /** Counted in a long window, from which on a short one counts enough. */
  private static final double OFTEN = 100;

  /** Counted in a long window, up to which the longest is better. */
  private static final double RARELY = 16;

  private final long number;
  private final int round;
  private final int cores;
  private final long lengthNanos;
  private final List<WorkCounter> counters;
  private final ExperimentWindowEvent event = new ExperimentWindowEvent();
  private long[] work = new long[0];
  private long measuredNanos;
  private boolean held;

  Window(long number, int round, int cores, long lengthNanos, List<WorkCounter> counters) {
    this.number = number;
    this.round = round;
    this.cores = cores;
    this.lengthNanos = lengthNanos;
    this.counters = counters;
    event.window = number;
    event.round = round;
    event.cores = cores;
  }

  /**
   * Runs it.
   *
   * @param cpus where the program's threads may run; null for no hold
   * @param available what {@code Runtime.availableProcessors()} answers meanwhile
   */
  void run(@Nullable BitSet cpus, int available) {
    held = cpus != null;
    long begin = System.nanoTime();
    if (cpus == null) {
      ProgramCores.look();
    } else {
      event.threads = ProgramCores.hold(cpus, LIMIT_NANOS, available);
      if (event.threads < 0) {
        throw new IllegalStateException("threads can't be held (errno " + -event.threads + ")");
      }
    }
    try {
      sleepUntil(begin + lengthNanos / SETTLE_SHARE);
      long readFrom = System.nanoTime();
      long cpuNanos = ProgramCores.cpuNanos();
      long[] before = readAll();
      event.begin();
      long from = System.nanoTime();
      sleepUntil(begin + lengthNanos);
      long readTo = System.nanoTime();
      event.cpuTime = ProgramCores.cpuNanos() - cpuNanos;
      work = readAll();
      event.end();
      long to = System.nanoTime();
      // A reading that was interrupted belongs to no moment.
      long readingNanos = from - readFrom + to - readTo;
      measuredNanos = readingNanos < lengthNanos / MOST_READING_SHARE ? to - from : 0;
      for (int i = 0; i < work.length; i++) {
        work[i] = before[i] < 0 || work[i] < before[i] ? -1 : work[i] - before[i];
      }
    } finally {
      if (cpus != null && ProgramCores.release() < 0) {
        measuredNanos = 0; // it was cut short
      }
    }
  }

  /** Whether it was whole, and threads were held if they were to be. */
  boolean counts() {
    return measuredNanos > 0 && (held == (event.threads > 0));
  }

  /** How long a window should be, by what surely counts work; else by what moved most. */
  long wantedNanos() {
    double most = 0;
    for (int i = 0; i < work.length; i++) {
      double inLong = (double) work[i] * LONG_NANOS / lengthNanos;
      if (work[i] > 0 && counters.get(i).unit().surelyCounts()) {
        return inLong >= OFTEN ? SHORT_NANOS : inLong < RARELY ? LONGEST_NANOS : LONG_NANOS;
      }
      most = Math.max(most, inLong);
    }
    return most >= OFTEN ? SHORT_NANOS : LONG_NANOS; // What counts it may be found later.
  }

  /** Writes it into the recording. */
  void commit() {
    event.commit();
    for (int i = 0; i < work.length; i++) {
      if (work[i] >= 0) {
        WindowWorkEvent done = new WindowWorkEvent();
        done.window = number;
        done.unit = counters.get(i).unit().label();
        done.name = counters.get(i).name();
        done.amount = work[i];
        done.commit();
      }
    }
  }

  WindowRates rates() {
    Map<String, Double> rates = new HashMap<>();
    Map<String, Double> costs = new HashMap<>();
    for (int i = 0; i < work.length; i++) {
      String name = WindowRates.nameOf(counters.get(i));
      if (work[i] >= 0) {
        rates.put(name, work[i] * 1e9 / measuredNanos);
      }
      if (work[i] > 0 && event.cpuTime > 0) {
        costs.put(name, (double) event.cpuTime / work[i]);
      }
    }
    return new WindowRates(cores, rates, costs);
  }

  private long[] readAll() {
    long[] counts = new long[counters.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = counters.get(i).read();
    }
    return counts;
  }

  private static void sleepUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
