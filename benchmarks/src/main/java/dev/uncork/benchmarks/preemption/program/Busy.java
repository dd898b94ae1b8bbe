package dev.uncork.benchmarks.preemption.program;

/** Computation that the compiler can't leave out. */
final class Busy {
  private static final int TRIALS = 200;
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

  /** Units that take so long here, by the fastest of many trials. */
  static int unitsFor(long nanos) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < TRIALS; i++) {
      long begin = System.nanoTime();
      units(TRIAL_UNITS);
      least = Math.min(least, Math.max(1, System.nanoTime() - begin));
    }
    return (int) Math.max(1, nanos * TRIAL_UNITS / least);
  }

  /** What was ever written; keeps the field in use. */
  static long leftover() {
    return sink;
  }
}
