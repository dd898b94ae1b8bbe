package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Metrics of a JVM while it is observed, read by the parser of Prometheus's own client. */
@DefaultTier
class LiveMetricsTest {
  private static final Pattern BLOCKED =
      Pattern.compile("lock_blocked_acquires_total\\{.*HotSpring.*} (\\d+)");

  @TempDir Path scratch;

  private static String get(URI address, String accept) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address).header("Accept", accept).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static long blocked(URI address) throws Exception {
    Matcher matcher = BLOCKED.matcher(get(address, "text/plain"));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /** The command line says on its standard error where the port is. */
  private static URI address(Process process) throws IOException {
    return URI.create(
        process.errorReader(StandardCharsets.UTF_8).readLine().replaceFirst(".*metrics at ", ""));
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("dev.uncork.testsupport.Jdk#tested")
  void countsGrowWhileTheProgramRuns(int major) throws Exception {
    Uncork.Running target = AttachTest.target(Jdk.of(major), scratch);
    Process attach =
        new ProcessBuilder(
                Uncork.launcher().toString(),
                "attach",
                "" + target.process().pid(),
                "--for",
                "1h",
                "--metrics-port",
                "0")
            .directory(scratch.toFile())
            .redirectOutput(scratch.resolve("out.txt").toFile())
            .start();
    try {
      URI address = address(attach);
      assertThat(address.getHost()).isEqualTo("127.0.0.1");
      Await.until("the lock is counted", () -> blocked(address) > 0);
      long before = blocked(address);
      Await.until("it goes on", () -> blocked(address) > before);
      String text = get(address, "application/openmetrics-text; version=1.0.0");
      assertThat(text).contains("uncork_cores{").doesNotContain("lock_class=\"null\"");
      parseByPrometheus(Files.writeString(scratch.resolve("metrics.txt"), text));
    } finally {
      PassThroughTest.kill("INT", attach.pid());
      attach.waitFor();
      target.process().destroyForcibly();
    }
  }

  private void parseByPrometheus(Path text) throws Exception {
    Path program =
        Files.writeString(
            scratch.resolve("parse.py"),
            """
            import sys
            try:
                from prometheus_client.openmetrics.parser import text_string_to_metric_families
            except ImportError:
                sys.exit(77)
            families = list(text_string_to_metric_families(open(sys.argv[1]).read()))
            assert any(f.name == 'uncork_lock_blocked_acquires' and f.type == 'counter'
                       for f in families), families
            print(len(families))
            """);
    for (String python : new String[] {"/usr/bin/python3", "python3"}) {
      try {
        Uncork.Outcome parsed = Uncork.without(python, program.toString(), text.toString()).run();
        if (parsed.exitCode() != 77) {
          assertThat(parsed.exitCode()).describedAs(parsed.err()).isZero();
          return;
        }
      } catch (IOException e) {
        // The other one may be there.
      }
    }
    Assumptions.abort("no OpenMetrics parser: apt python3-prometheus-client");
  }

  @Test
  void aPortInUseIsRefusedBeforeAnythingStarts() throws Exception {
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Uncork.Outcome outcome =
          Uncork.command("run", "--metrics-port", "" + used.getLocalPort(), "--", "true")
              .in(scratch)
              .run();
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("can't be opened").contains("name another port");
      assertThat(scratch).isEmptyDirectory();
    }
  }
}
