package dev.uncork.sparktests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real Chromium without a window, which loads one page and tells what became of it. */
final class Chromium {
  private Chromium() {}

  /**
   * The document of a page after its scripts have run; fails where the console has an error. Skips
   * the test where there is no Chromium.
   */
  static String document(String address, Path profile) throws IOException, InterruptedException {
    Optional<Path> browser =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .map(folder -> Path.of(folder, "chromium"))
            .filter(Files::isExecutable)
            .findFirst();
    Assumptions.assumeTrue(
        browser.isPresent(), "no Chromium on the PATH: apt-get install chromium");
    Files.createDirectories(profile);
    Path errors = profile.resolve("stderr");
    Process process =
        new ProcessBuilder(
                browser.get().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--enable-logging=stderr",
                "--user-data-dir=" + profile,
                "--virtual-time-budget=20000",
                "--dump-dom",
                address)
            .redirectError(errors.toFile())
            .start();
    String document = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("Chromium does not end after " + address);
    }
    String said = Files.readString(errors);
    if (said.contains("Uncaught")) {
      throw new AssertionError("the console of " + address + " says: " + said);
    }
    return document;
  }
}
