package dev.uncork.report.html;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A real Chromium without a window, which keeps what pages say on the console and ask of the
 * network.
 */
final class Chromium implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts it; skips the test where Chromium or its driver isn't installed. */
  static Chromium start() {
    Optional<Path> driver = find("chromedriver");
    Optional<Path> browser = find("chromium").or(() -> find("google-chrome"));
    Assumptions.assumeTrue(
        driver.isPresent() && browser.isPresent(),
        "no Chromium with its driver on the PATH: apt-get install chromium chromium-driver");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.orElseThrow().toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-color-profile=srgb",
        "--window-size=1200,900");
    LoggingPreferences logging = new LoggingPreferences();
    logging.enable(LogType.BROWSER, Level.ALL);
    logging.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logging);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.orElseThrow().toFile())
            .usingAnyFreePort()
            .build();
    return new Chromium(new ChromeDriver(service, options));
  }

  private static Optional<Path> find(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Opens a page of ours and waits until all of it is drawn. */
  void open(Path page) {
    driver.get(page.toUri().toString());
    awaitTrue("return document.documentElement.dataset.ready === 'true'");
  }

  Object eval(String script, Object... arguments) {
    return ((JavascriptExecutor) driver).executeScript(script, arguments);
  }

  void awaitTrue(String script) {
    try {
      new WebDriverWait(driver, PATIENCE).until(d -> Boolean.TRUE.equals(eval(script)));
    } catch (org.openqa.selenium.TimeoutException e) {
      throw new AssertionError("not within " + PATIENCE + ": " + script + "; " + console(), e);
    }
  }

  /** Resizes what the page sees, without a limit from the window's frame. */
  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Switches {@code light} or {@code dark}, on {@code screen} or {@code print}. */
  void media(String scheme, String media) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            media,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void screenshot(Path file) throws java.io.IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  /** What went to the console since the last call. */
  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::toString)
        .toList();
  }

  /** Addresses asked for since the last call, but for files and data that pages carry. */
  List<String> requests() {
    List<String> addresses = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE).getAll()) {
      String text = entry.getMessage();
      int at = text.indexOf("\"Network.requestWillBeSent\"");
      int url = text.indexOf("\"url\":\"", Math.max(0, text.indexOf("\"request\":")));
      if (at >= 0 && url >= 0) {
        String address = text.substring(url + 7, text.indexOf('"', url + 7));
        if (!address.startsWith("file:") && !address.startsWith("data:")) {
          addresses.add(address);
        }
      }
    }
    return addresses;
  }

  @Override
  public void close() {
    driver.quit();
  }
}
