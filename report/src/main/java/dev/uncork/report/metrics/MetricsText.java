package dev.uncork.report.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import java.util.Map;

/** Metrics as Prometheus's library writes them, as text of its own format or OpenMetrics. */
public final class MetricsText {
  private MetricsText() {}

  /** Of one moment. */
  public static MetricSnapshots of(List<Metric> metrics) {
    return new MetricSnapshots(metrics.stream().map(MetricsText::snapshot).toList());
  }

  private static MetricSnapshot snapshot(Metric metric) {
    if (metric.kind() == Metric.Kind.COUNTER) {
      CounterSnapshot.Builder counter = described(CounterSnapshot.builder(), metric);
      for (Metric.Point point : metric.points()) {
        counter.dataPoint(
            CounterDataPointSnapshot.builder()
                .labels(labels(point.labels()))
                .value(point.value())
                .build());
      }
      return counter.build();
    }
    GaugeSnapshot.Builder gauge = described(GaugeSnapshot.builder(), metric);
    for (Metric.Point point : metric.points()) {
      gauge.dataPoint(
          GaugeDataPointSnapshot.builder()
              .labels(labels(point.labels()))
              .value(point.value())
              .build());
    }
    return gauge.build();
  }

  private static <B extends MetricSnapshot.Builder<B>> B described(B builder, Metric metric) {
    builder.name(metric.name()).help(metric.help());
    return metric.unit().isEmpty() ? builder : builder.unit(new Unit(metric.unit()));
  }

  private static Labels labels(Map<String, String> labels) {
    Labels.Builder builder = Labels.builder();
    labels.forEach(builder::label);
    return builder.build();
  }
}
