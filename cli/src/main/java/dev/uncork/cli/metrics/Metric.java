package dev.uncork.cli.metrics;

import java.util.List;
import java.util.Map;

/**
 * One metric with its values at one moment.
 *
 * @param name in the style of Prometheus, without {@code _total}
 * @param unit as in the name, such as {@code seconds}; empty for plain numbers
 */
record Metric(String name, Kind kind, String unit, String help, List<Point> points) {
  /** How values follow each other. */
  enum Kind {
    /** Only grows. */
    COUNTER,
    GAUGE
  }

  Metric {
    points = List.copyOf(points);
  }

  /** One value, and what it is of. */
  record Point(Map<String, String> labels, double value) {}
}
