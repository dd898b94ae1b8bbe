package dev.uncork.report.metrics;

import java.util.List;
import java.util.Map;

/**
 * One metric with its values at one moment.
 *
 * @param name in the style of Prometheus, without {@code _total}
 * @param unit as in the name, such as {@code seconds}; empty for plain numbers
 */
public record Metric(String name, Kind kind, String unit, String help, List<Point> points) {
  /** How values follow each other. */
  public enum Kind {
    /** Only grows. */
    COUNTER,
    GAUGE
  }

  public Metric {
    points = List.copyOf(points);
  }

  /** One value, and what it is of. */
  public record Point(Map<String, String> labels, double value) {}
}
