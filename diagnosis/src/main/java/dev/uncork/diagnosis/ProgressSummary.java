package dev.uncork.diagnosis;

import dev.uncork.recording.ProgressPoint;
import java.util.List;
import java.util.Optional;

/**
 * The application's own speed.
 *
 * @param meanRate operations per second over all
 * @param lastRate operations per second at the end
 * @param source where the figures come from
 * @param label what is counted, in the source's own words; empty where it has none
 */
public record ProgressSummary(
    double meanRate,
    double lastRate,
    double maxRate,
    String source,
    String label,
    List<ProgressPoint> points) {
  public ProgressSummary {
    points = List.copyOf(points);
  }

  /** Whether it counts something else, by the words of both sources. */
  boolean countsOther(ProgressSummary other) {
    return !label.isEmpty() && !other.label.isEmpty() && !label.equals(other.label);
  }

  static Optional<ProgressSummary> of(List<ProgressPoint> points) {
    if (points.isEmpty()) {
      return Optional.empty();
    }
    ProgressPoint first = points.get(0);
    ProgressPoint last = points.get(points.size() - 1);
    double mean = points.stream().mapToDouble(ProgressPoint::rate).average().orElse(0);
    long millis = last.atMillis() - first.atMillis();
    if (first.operations() >= 0 && last.operations() > first.operations() && millis > 0) {
      mean = (last.operations() - first.operations()) * 1000.0 / millis;
    }
    double max = points.stream().mapToDouble(ProgressPoint::rate).max().orElse(0);
    return Optional.of(
        new ProgressSummary(mean, last.rate(), max, last.source(), last.label(), points));
  }
}
