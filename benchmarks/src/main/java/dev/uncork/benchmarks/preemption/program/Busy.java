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
   * Units that a microsecond has here, by the fastest trials of a second; not by the fastest of
   * all, in which an emulated processor's clock may have stood still.
   */
  static double unitsPerMicrosecond() {
    List<Long> trials = new ArrayList<>();
    long endNanos = System.nanoTime() + TRIALS_NANOS;
    for (long begin = System.nanoTime(); begin < endNanos; begin = System.nanoTime()) {
      units(TRIAL_UNITS);
      trials.add(Math.max(1, System.nanoTime() - begin));
    }
    Collections.sort(trials);
    return 1e3 * TRIAL_UNITS / trials.get(trials.size() / 10);
  }

  /** What was ever written; keeps the field in use. */
  static long leftover() {
    return sink;
  }
}
