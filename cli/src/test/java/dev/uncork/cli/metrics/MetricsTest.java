package dev.uncork.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.recording.event.ContendedLockEvent;
import dev.uncork.recording.event.ProcessUseEvent;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real events in, requests answered by the real server. */
class MetricsTest {
  @TempDir Path dir;

  private List<RecordedEvent> recorded(int lockClasses) throws IOException {
    try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
      recording.start();
      for (int i = 0; i < lockClasses; i++) {
        ContendedLockEvent lock = new ContendedLockEvent();
        lock.lockClass = i == 0 ? "com.acme.\"Cache\"\\\n" : "com.acme.Lock" + i;
        lock.kind = "monitor";
        lock.blocked = 40 + i;
        lock.waitTime = 1_500_000_000;
        lock.maxWaitTime = 250_000_000;
        lock.commit();
      }
      ProcessUseEvent process = new ProcessUseEvent();
      process.userTime = 2_000_000_000;
      process.threads = 12;
      process.commit();
      recording.stop();
      recording.dump(dir.resolve("a.jfr"));
    }
    return RecordingFile.readAllEvents(dir.resolve("a.jfr"));
  }

  private MetricsServer server(int lockClasses) throws IOException {
    MetricsServer server = MetricsServer.open("127.0.0.1", 0);
    ObservedJvm jvm = new ObservedJvm("4711", dir, UnaryOperator.identity());
    recorded(lockClasses).forEach(server.consumer(jvm));
    return server;
  }

  private static HttpResponse<byte[]> get(URI address, String accept) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address).header("Accept", accept).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
  }

  @Test
  void prometheusTextHasTheSums() throws Exception {
    try (MetricsServer server = server(2)) {
      HttpResponse<byte[]> answer = get(server.address(), "*/*");
      assertThat(answer.headers().firstValue("Content-Type"))
          .contains("text/plain; version=0.0.4; charset=utf-8");
      assertThat(new String(answer.body(), StandardCharsets.UTF_8))
          .contains("# TYPE uncork_lock_blocked_acquires_total counter\n")
          .contains(
              "uncork_lock_blocked_acquires_total{kind=\"monitor\","
                  + "lock_class=\"com.acme.\\\"Cache\\\"\\\\\\n\",pid=\"4711\"} 40.0\n")
          .contains("uncork_lock_longest_acquire_seconds{")
          .contains("uncork_cpu_user_seconds_total{pid=\"4711\"} 2.0\n")
          .contains("uncork_threads{pid=\"4711\"} 12.0\n")
          .doesNotContain("# EOF");
    }
  }

  @Test
  void openMetricsIsThereForThoseWhoAsk() throws Exception {
    try (MetricsServer server = server(1)) {
      HttpResponse<byte[]> answer =
          get(server.address(), "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
      assertThat(answer.headers().firstValue("Content-Type"))
          .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
      assertThat(new String(answer.body(), StandardCharsets.UTF_8))
          .contains("# TYPE uncork_cpu_user_seconds counter\n")
          .contains("# UNIT uncork_cpu_user_seconds seconds\n")
          .contains("uncork_cpu_user_seconds_total{pid=\"4711\"} 2.0\n")
          .endsWith("# EOF\n");
    }
  }

  @Test
  void otlpIsWhatACollectorTakes() throws Exception {
    try (MetricsServer server = server(2)) {
      byte[] body = get(server.address().resolve("/v1/metrics"), "*/*").body();
      ExportMetricsServiceRequest request = ExportMetricsServiceRequest.parseFrom(body);
      Metric blocked =
          request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
              .filter(metric -> metric.getName().equals("uncork.lock_blocked_acquires"))
              .findFirst()
              .orElseThrow();
      assertThat(blocked.getSum().getIsMonotonic()).isTrue();
      assertThat(blocked.getSum().getDataPointsList())
          .extracting(point -> point.getAsDouble())
          .containsExactlyInAnyOrder(40.0, 41.0);
      assertThat(blocked.getSum().getDataPoints(0).getStartTimeUnixNano())
          .isPositive()
          .isLessThan(blocked.getSum().getDataPoints(0).getTimeUnixNano());
    }
  }

  @Test
  void aFloodOfClassesIsBounded() throws Exception {
    try (MetricsServer server = server(JvmMetrics.MAX_CLASSES + 100)) {
      dev.uncork.report.metrics.Metric blocked = server.metrics().get(0);
      assertThat(blocked.points()).hasSize(JvmMetrics.MAX_CLASSES + 1);
      double sum = blocked.points().stream().mapToDouble(point -> point.value()).sum();
      int classes = JvmMetrics.MAX_CLASSES + 100;
      assertThat(sum).isEqualTo(40.0 * classes + classes * (classes - 1) / 2.0);
    }
  }

  @Test
  void otherPathsAndMethodsAreRefused() throws Exception {
    try (MetricsServer server = server(1)) {
      assertThat(get(server.address().resolve("/x"), "*/*").statusCode()).isEqualTo(404);
      HttpRequest post =
          HttpRequest.newBuilder(server.address())
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      assertThat(
              HttpClient.newHttpClient()
                  .send(post, HttpResponse.BodyHandlers.discarding())
                  .statusCode())
          .isEqualTo(405);
    }
  }

  @Test
  void aPortInUseIsRefusedWithARemedy() {
    try (MetricsServer first = MetricsServer.open("127.0.0.1", 0)) {
      int port = first.address().getPort();
      assertThatThrownBy(() -> MetricsServer.open("127.0.0.1", port))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("--metrics-port " + port)
          .hasMessageContaining("name another port");
    }
  }
}
