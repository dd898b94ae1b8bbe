package dev.uncork.sparkworkloads.fault;

/** Work for a processor; the same amount wherever it runs. */
final class CpuWork {
  /** Steps that take about a microsecond. */
  private static final int PER_MICRO = 700;

  private CpuWork() {}

  /** Takes about so long where nothing else runs; the result depends on each step. */
  static long micros(long micros, long seed) {
    long value = seed * 2 + 1;
    for (long i = micros * PER_MICRO; i > 0; i--) {
      value ^= value << 13;
      value ^= value >>> 7;
      value ^= value << 17;
    }
    return value;
  }

  /** The same for a thousand times as long. */
  static long millis(long millis, long seed) {
    return micros(millis * 1000, seed);
  }
}
