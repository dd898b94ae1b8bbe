package dev.uncork.workloads.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** The server: finds the visitor's session, renders a page for it, counts and logs the request. */
final class WebApplication implements AutoCloseable {
  private static final String COOKIE = "session=";

  private final HttpServer server;
  private final ExecutorService executor;
  private final SessionCache sessions;
  private final AccessLog accessLog;
  private final RateCounter rate;
  private final int pageRows;

  private WebApplication(
      HttpServer server,
      ExecutorService executor,
      SessionCache sessions,
      AccessLog accessLog,
      RateCounter rate,
      int pageRows) {
    this.server = server;
    this.executor = executor;
    this.sessions = sessions;
    this.accessLog = accessLog;
    this.rate = rate;
    this.pageRows = pageRows;
  }

  static WebApplication start(
      int threads, SessionCache sessions, AccessLog accessLog, RateCounter rate, int pageRows)
      throws IOException {
    // Head and body are two writes: without this, Nagle's algorithm and delayed acknowledgements
    // cost 40 ms a request (JDK-8014254). Read when the server's classes are loaded.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    WebApplication application =
        new WebApplication(server, executor, sessions, accessLog, rate, pageRows);
    server.createContext("/page", application::servePage);
    server.setExecutor(executor);
    server.start();
    return application;
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private void servePage(HttpExchange exchange) throws IOException {
    long start = System.nanoTime();
    SessionCache.Session session =
        sessions.session(nameIn(exchange.getRequestHeaders().getFirst("Cookie")));
    byte[] page = render(session, session.visit());
    rate.count(start);
    // Counted and logged before the answer, so that whoever has all answers sees all counted.
    long micros = (System.nanoTime() - start) / 1000;
    accessLog.request(exchange.getRequestURI().getPath(), session.name(), 200, page.length, micros);
    exchange.sendResponseHeaders(200, page.length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(page);
    }
  }

  private static String nameIn(@Nullable String cookie) {
    return cookie != null && cookie.startsWith(COOKIE)
        ? cookie.substring(COOKIE.length())
        : "anonymous";
  }

  private byte[] render(SessionCache.Session session, int visit) {
    StringBuilder page = new StringBuilder(64 + 48 * pageRows);
    page.append("<html><h1>").append(session.name()).append("</h1><table>\n");
    for (int row = 0; row < pageRows; row++) {
      page.append("<tr><td>").append(row).append("</td><td>");
      page.append(Integer.toHexString(31 * visit + row)).append("</td></tr>\n");
    }
    return page.append("</table></html>\n").toString().getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdown();
  }
}
