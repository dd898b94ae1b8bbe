package dev.uncork.benchmarks.preemption.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Computation that the compiler can't leave out. */
final class Busy {
  private static final long TRIALS_NANOS = 1_000_000_000;
  private static final int TRIAL_UNITS = 10_000;
  private static volatile long sink;

  private Busy() {}

  static void units(int units) {
    long x = 0x9E3779B97F4A7C15L + units;
    for (int i = 0; i < units; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    if (x == 42) {
      sink = x;
    }
  }

  /**
   * Units that a microsecond has here, by the fastest trials, which together make a tenth of a
   * second. Not by the fastest of all, nor by a share of their number: an emulated processor's
   * clock may stand still for as many trials as then fit in.
   */
  static double unitsPerMicrosecond() {
    List<Long> trials = new ArrayList<>();
    long endNanos = System.nanoTime() + TRIALS_NANOS;
    for (long begin = System.nanoTime(); begin < endNanos; begin = System.nanoTime()) {
      units(TRIAL_UNITS);
      trials.add(Math.max(0, System.nanoTime() - begin));
    }
    Collections.sort(trials);
    return 1e3 * TRIAL_UNITS / atShareOfTime(trials, 0.1);
  }

  /** The first of sorted times with which their sum reaches a share of it all. */
  static long atShareOfTime(List<Long> sortedNanos, double share) {
    double left = share * sortedNanos.stream().mapToLong(n -> n).sum();
    for (long nanos : sortedNanos) {
      left -= nanos;
      if (left <= 0 && nanos > 0) {
        return nanos;
      }
    }
    throw new IllegalStateException("the clock stood still");
  }

  /** What was ever written; keeps the field in use. */
  static long leftover() {
    return sink;
  }
}
