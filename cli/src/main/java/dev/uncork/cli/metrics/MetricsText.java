package dev.uncork.cli.metrics;

import java.util.List;
import java.util.Map;

/** Metrics as text: Prometheus's own format 0.0.4, or OpenMetrics 1.0, which differ in details. */
final class MetricsText {
  static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private MetricsText() {}

  static String of(List<Metric> metrics, boolean openMetrics) {
    StringBuilder text = new StringBuilder();
    for (Metric metric : metrics) {
      boolean counter = metric.kind() == Metric.Kind.COUNTER;
      String sample = counter ? metric.name() + "_total" : metric.name();
      String family = openMetrics ? metric.name() : sample;
      text.append("# HELP ").append(family).append(' ').append(metric.help()).append('\n');
      text.append("# TYPE ").append(family).append(counter ? " counter\n" : " gauge\n");
      if (openMetrics && !metric.unit().isEmpty()) {
        text.append("# UNIT ").append(family).append(' ').append(metric.unit()).append('\n');
      }
      for (Metric.Point point : metric.points()) {
        text.append(sample);
        labels(point.labels(), text);
        text.append(' ').append(number(point.value())).append('\n');
      }
    }
    return openMetrics ? text.append("# EOF\n").toString() : text.toString();
  }

  private static void labels(Map<String, String> labels, StringBuilder text) {
    char before = '{';
    for (Map.Entry<String, String> label : labels.entrySet()) {
      text.append(before).append(label.getKey()).append("=\"");
      String escaped =
          label.getValue().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
      text.append(escaped).append('"');
      before = ',';
    }
    text.append(labels.isEmpty() ? "" : "}");
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
