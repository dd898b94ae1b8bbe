package dev.uncork.cli.option;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.metrics.MetricsServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that can serve metrics while it observes. */
public final class MetricsOptions {
  private static final int HIGHEST_PORT = 65_535;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      description = {
        "Serve metrics while it runs: /metrics for Prometheus, /v1/metrics as OTLP; 0 for any free"
            + " port. This command serves them, not the observed program."
      })
  private @Nullable Integer port;

  @Option(
      names = "--metrics-host",
      paramLabel = "HOST",
      description = "Address to serve them on. Default: ${DEFAULT-VALUE}, this host only.",
      defaultValue = "127.0.0.1")
  private String host = "127.0.0.1";

  /** Opens the port, if one was named. */
  public @Nullable MetricsServer open() {
    if (port == null) {
      return null;
    }
    if (port < 0 || port > HIGHEST_PORT) {
      throw new UserError(
          "--metrics-port " + port + " is out of range; expected 0 to " + HIGHEST_PORT);
    }
    MetricsServer server = MetricsServer.open(host, port);
    System.err.println("uncork: metrics at " + server.address());
    return server;
  }
}
