package dev.uncork.benchmarks.firstrun;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Chromium without a window, steered by its driver over the WebDriver protocol of the W3C.
 *
 * <p>Not by Selenium, whose Guava would take the place of the one that is measured in this module.
 */
final class HeadlessBrowser implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process driver;
  private final String address;
  private String session = "";

  private HeadlessBrowser(Process driver, int port) {
    this.driver = driver;
    this.address = "http://127.0.0.1:" + port + "/session";
  }

  static HeadlessBrowser start() throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Process driver;
    try {
      driver =
          new ProcessBuilder("chromedriver", "--port=" + port)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new IOException(
          "no Chromium with its driver on the PATH: apt-get install chromium chromium-driver", e);
    }
    HeadlessBrowser browser = new HeadlessBrowser(driver, port);
    browser.openSession();
    return browser;
  }

  private void openSession() throws IOException, InterruptedException {
    ObjectNode body = MAPPER.createObjectNode();
    ObjectNode options =
        body.putObject("capabilities").putObject("alwaysMatch").putObject("goog:chromeOptions");
    options
        .putArray("args")
        .add("--headless=new")
        .add("--no-sandbox")
        .add("--disable-dev-shm-usage")
        .add("--disable-gpu")
        .add("--window-size=1200,900");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        session = "/" + post("", body).path("sessionId").asText();
        return;
      } catch (IOException e) {
        if (System.nanoTime() > deadline || !driver.isAlive()) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  /** Opens a page and returns what a script in it returns once that isn't null. */
  JsonNode open(URI page, String script) throws IOException, InterruptedException {
    post(session + "/url", MAPPER.createObjectNode().put("url", page.toString()));
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      JsonNode value = eval(script);
      if (!value.isNull()) {
        return value;
      }
    }
    throw new IOException("not within " + PATIENCE + ": " + script + " in " + page);
  }

  JsonNode eval(String script) throws IOException, InterruptedException {
    ObjectNode body = MAPPER.createObjectNode().put("script", script);
    body.putArray("args");
    return post(session + "/execute/sync", body);
  }

  private JsonNode post(String path, ObjectNode body) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(address + path))
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(MAPPER.writeValueAsString(body)))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    JsonNode value = MAPPER.readTree(answer.body()).path("value");
    if (answer.statusCode() != 200) {
      throw new IOException("the browser refused: " + value.path("message").asText());
    }
    return value;
  }

  @Override
  public void close() throws InterruptedException {
    if (!session.isEmpty()) {
      try {
        client.send(
            HttpRequest.newBuilder(URI.create(address + session)).DELETE().build(),
            HttpResponse.BodyHandlers.discarding());
      } catch (IOException e) {
        System.err.println("the browser didn't close: " + e.getMessage());
      }
    }
    driver.destroy();
    driver.waitFor();
  }
}
