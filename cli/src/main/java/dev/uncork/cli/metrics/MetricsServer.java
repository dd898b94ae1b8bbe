package dev.uncork.cli.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.live.LiveFeeds;
import dev.uncork.cli.live.SessionWatch;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.report.metrics.Metric;
import dev.uncork.report.metrics.MetricsOtlp;
import dev.uncork.report.metrics.MetricsText;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the metrics of all observed JVMs: {@code /metrics} for Prometheus, {@code /v1/metrics} as
 * OTLP.
 *
 * <p>It runs in this process, not in the observed ones, so that scraping costs them nothing and
 * nobody who reaches the port reaches them.
 */
public final class MetricsServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService requests =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "uncork-metrics");
            thread.setDaemon(true);
            return thread;
          });
  private final ExpositionFormats formats = ExpositionFormats.init();
  private final Instant start = Instant.now();
  private final Map<String, JvmMetrics> jvms = new ConcurrentHashMap<>();

  private MetricsServer(HttpServer server) {
    this.server = server;
  }

  /** Binds the port, so that a port in use is refused before anything is observed. */
  public static MetricsServer open(String host, int port) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
      MetricsServer metrics = new MetricsServer(HttpServer.create(address, 0));
      metrics.server.setExecutor(metrics.requests);
      metrics.server.createContext("/metrics", metrics::text);
      metrics.server.createContext("/v1/metrics", metrics::otlp);
      metrics.server.createContext("/", exchange -> answer(exchange, 404, "text/plain", HELP));
      metrics.server.start();
      return metrics;
    } catch (UnknownHostException e) {
      throw new UserError("--metrics-host " + host + " is not a name or address of this host", e);
    } catch (IOException e) {
      throw new UserError(
          "--metrics-port "
              + port
              + " can't be opened on "
              + host
              + " ("
              + e.getMessage()
              + "); name another port, or 0 for any",
          e);
    }
  }

  private static final byte[] HELP =
      "uncork: /metrics (Prometheus, OpenMetrics), /v1/metrics (OTLP, protobuf)\n"
          .getBytes(StandardCharsets.UTF_8);

  /** Where Prometheus finds it. */
  public URI address() {
    InetSocketAddress bound = server.getAddress();
    String host = bound.getAddress().getHostAddress();
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + shown + ":" + bound.getPort() + "/metrics");
  }

  /** What fills it from the JVMs of a session. */
  public SessionWatch.Watcher feeds() {
    LiveFeeds feeds = new LiveFeeds(this::consumer);
    return new SessionWatch.Watcher() {
      @Override
      public void look(SessionDirectory session) throws IOException {
        feeds.look(session);
        for (ObservedJvm jvm : session.jvms()) {
          consumer(jvm).deadlocks(jvm.status().deadlocks());
        }
      }

      @Override
      public void close() {
        feeds.close();
      }
    };
  }

  JvmMetrics consumer(ObservedJvm jvm) {
    return jvms.computeIfAbsent(jvm.name(), JvmMetrics::new);
  }

  /** The metrics of all JVMs, each name once. */
  List<Metric> metrics() {
    Map<String, Metric> merged = new LinkedHashMap<>();
    for (JvmMetrics jvm : jvms.values()) {
      for (Metric metric : jvm.metrics()) {
        merged.merge(metric.name(), metric, MetricsServer::together);
      }
    }
    return List.copyOf(merged.values());
  }

  private static Metric together(Metric a, Metric b) {
    List<Metric.Point> points = new ArrayList<>(a.points());
    points.addAll(b.points());
    return new Metric(a.name(), a.kind(), a.unit(), a.help(), points);
  }

  private void text(HttpExchange exchange) throws IOException {
    String accepted = exchange.getRequestHeaders().getFirst("Accept");
    ExpositionFormatWriter writer = formats.findWriter(accepted);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    writer.write(body, MetricsText.of(metrics()));
    answer(exchange, 200, writer.getContentType(), body.toByteArray());
  }

  private void otlp(HttpExchange exchange) throws IOException {
    byte[] body = MetricsOtlp.of(metrics(), start, Instant.now()).toByteArray();
    answer(exchange, 200, "application/x-protobuf", body);
  }

  private static void answer(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    requests.shutdownNow();
  }
}
