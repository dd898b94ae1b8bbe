package dev.uncork.benchmarks.preemption.program;

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

  /** Units that a microsecond has here, by the fastest trial of a second. */
  static double unitsPerMicrosecond() {
    long least = Long.MAX_VALUE;
    long endNanos = System.nanoTime() + TRIALS_NANOS;
    for (long begin = System.nanoTime(); begin < endNanos; begin = System.nanoTime()) {
      units(TRIAL_UNITS);
      least = Math.min(least, Math.max(1, System.nanoTime() - begin));
    }
    return 1e3 * TRIAL_UNITS / least;
  }

  /** What was ever written; keeps the field in use. */
  static long leftover() {
    return sink;
  }
}
