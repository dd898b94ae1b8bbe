package dev.uncork.report.html;

import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.recording.read.RecordingReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;

/** Takes the pictures of docs/images for build-support/pictures: FOLDER BEFORE.jfr AFTER.jfr. */
final class Shots implements AutoCloseable {
  private static final int WIDE = 1000;
  private static final int FIRST_SCREEN = 760;
  private static final int WHOLE_PAGE = 8000;

  private final Chromium chromium = Chromium.start();
  private final Path folder;
  private final Path pages = Files.createTempDirectory("uncork-pages");

  private Shots(Path folder) throws IOException {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    Diagnosis before = diagnosis(args[1]);
    try (Shots shots = new Shots(Path.of(args[0]))) {
      Path report = shots.pages.resolve("report.html");
      HtmlReport.write(before, new Pricing(before, HandOffCosts.ofAnotherMachine()), report);
      shots.report(report);
      Path comparison = shots.pages.resolve("comparison.html");
      HtmlReport.write(Comparison.of(before, diagnosis(args[2])), comparison);
      shots.top(comparison, "comparison-light", "light", WIDE, FIRST_SCREEN);
    }
  }

  private static Diagnosis diagnosis(String file) {
    return Diagnosis.of(RecordingReader.read(Path.of(file)).recording().orElseThrow());
  }

  private void report(Path page) throws IOException {
    top(page, "report-light", "light", WIDE, FIRST_SCREEN);
    top(page, "report-dark", "dark", WIDE, FIRST_SCREEN);
    top(page, "report-390px", "light", 390, 1000);
    chromium.media("light", "print");
    take(page, "report-print", 720, 1000);
    chromium.media("dark", "screen");
    // All of it in one window, so that its bar of links lies above both sections.
    chromium.size(WIDE, WHOLE_PAGE);
    chromium.open(page);
    chromium.eval("document.querySelector('#locks tbody button').click()");
    chromium.awaitTrue("return document.querySelectorAll('#locks svg rect').length > 3");
    section("locks", "stacks-dark");
    section("threads", "threads-dark");
  }

  private void top(Path page, String name, String scheme, int width, int height)
      throws IOException {
    chromium.media(scheme, "screen");
    take(page, name, width, height);
  }

  private void take(Path page, String name, int width, int height) throws IOException {
    chromium.size(width, height);
    chromium.open(page);
    save(name, chromium.driver().getScreenshotAs(OutputType.BYTES));
  }

  private void section(String id, String name) throws IOException {
    save(name, chromium.driver().findElement(By.id(id)).getScreenshotAs(OutputType.BYTES));
  }

  private void save(String name, byte[] picture) throws IOException {
    Path file = folder.resolve(name + ".png");
    Files.write(file, picture);
    System.out.println(file);
  }

  @Override
  public void close() throws IOException {
    chromium.close();
    for (String page : new String[] {"report.html", "comparison.html"}) {
      Files.deleteIfExists(pages.resolve(page));
    }
    Files.delete(pages);
  }
}
