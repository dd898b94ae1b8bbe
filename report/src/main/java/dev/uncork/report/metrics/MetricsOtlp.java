package dev.uncork.report.metrics;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.resource.v1.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Metrics as OTLP: the request that an OpenTelemetry collector takes. */
public final class MetricsOtlp {
  private static final Map<String, String> UNITS =
      Map.of("seconds", "s", "bytes", "By", "ratio", "1", "", "1");

  private MetricsOtlp() {}

  /** Of one moment; counters count from the start. */
  public static ExportMetricsServiceRequest of(List<Metric> metrics, Instant start, Instant now) {
    ScopeMetrics.Builder scope =
        ScopeMetrics.newBuilder().setScope(InstrumentationScope.newBuilder().setName("uncork"));
    for (Metric metric : metrics) {
      scope.addMetrics(metric(metric, nanos(start), nanos(now)));
    }
    return ExportMetricsServiceRequest.newBuilder()
        .addResourceMetrics(
            ResourceMetrics.newBuilder()
                .setResource(
                    Resource.newBuilder().addAttributes(attribute("service.name", "uncork")))
                .addScopeMetrics(scope))
        .build();
  }

  private static io.opentelemetry.proto.metrics.v1.Metric metric(
      Metric metric, long startNanos, long nowNanos) {
    io.opentelemetry.proto.metrics.v1.Metric.Builder result =
        io.opentelemetry.proto.metrics.v1.Metric.newBuilder()
            .setName(metric.name().replaceFirst("^uncork_", "uncork."))
            .setDescription(metric.help())
            .setUnit(UNITS.getOrDefault(metric.unit(), "1"));
    Sum.Builder sum =
        Sum.newBuilder()
            .setIsMonotonic(true)
            .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
    Gauge.Builder gauge = Gauge.newBuilder();
    for (Metric.Point point : metric.points()) {
      NumberDataPoint.Builder data =
          NumberDataPoint.newBuilder().setTimeUnixNano(nowNanos).setAsDouble(point.value());
      point.labels().forEach((key, value) -> data.addAttributes(attribute(key, value)));
      if (metric.kind() == Metric.Kind.COUNTER) {
        sum.addDataPoints(data.setStartTimeUnixNano(startNanos));
      } else {
        gauge.addDataPoints(data);
      }
    }
    return metric.kind() == Metric.Kind.COUNTER
        ? result.setSum(sum).build()
        : result.setGauge(gauge).build();
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static long nanos(Instant time) {
    return time.getEpochSecond() * 1_000_000_000L + time.getNano();
  }
}
