package dev.uncork.diagnosis.tune;

import org.jspecify.annotations.Nullable;

/**
 * What one run came to.
 *
 * @param throughput operations per second, or runs per second
 * @param failure why it must not be counted; null if its self-check passed
 */
public record RunOutcome(double throughput, double seconds, @Nullable String failure) {
  /** Whether it may be counted. */
  public boolean ok() {
    return failure == null;
  }
}
