package dev.uncork.workloads.synchmeth;

/** Computation that takes about a nanosecond a unit and that the compiler can't leave out. */
final class Work {
  /** Written in the one case in 2^64 that a compiler can't exclude. */
  private static volatile long sink;

  private Work() {}

  static void units(int units) {
    if (units == 0) {
      return;
    }
    long x = 0x9E3779B97F4A7C15L + units;
    for (int i = 0; i < units; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    if (x == 42) {
      sink = x;
    }
  }

  /** What was ever written; keeps the field in use. */
  static long leftover() {
    return sink;
  }
}
