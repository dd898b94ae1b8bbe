package dev.uncork.scaling.sweep;

import org.jspecify.annotations.Nullable;

/**
 * What one run of the program came to.
 *
 * @param round which repetition, from 1; 0 is the uncounted first run that fills caches
 * @param throughput operations per second, or runs per second without {@code --progress}
 * @param othersCpuShare share of the machine's CPUs that other processes used meanwhile
 * @param failure why it doesn't count; null if it does
 */
public record Trial(
    Point point,
    int round,
    double throughput,
    double elapsedSeconds,
    double othersCpuShare,
    @Nullable String failure) {
  /** Whether the run passed its self-check and may be counted. */
  public boolean ok() {
    return failure == null;
  }
}
