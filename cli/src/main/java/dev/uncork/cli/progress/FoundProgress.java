package dev.uncork.cli.progress;

import java.util.List;

/**
 * Progress that was found in the output.
 *
 * @param expression finds it again, as one that the user gives does
 * @param label the line around it, as in {@code ops/sec: …}
 * @param readings what was seen of it, in the order of time
 */
public record FoundProgress(String expression, String label, List<Reading> readings) {
  public FoundProgress {
    readings = List.copyOf(readings);
  }

  /**
   * A figure, in operations so far or per second.
   *
   * @param atMillis of the clock by which the lines were given
   */
  public record Reading(long atMillis, double figure) {}

  /** Between the first and the last figure. */
  public long spanMillis() {
    return readings.get(readings.size() - 1).atMillis() - readings.get(0).atMillis();
  }
}
