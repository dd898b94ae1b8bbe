package dev.uncork.report.html;

import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.recording.read.RecordingReader;
import java.nio.file.Path;

/** Takes pictures of reports of real recordings: arguments FOLDER BEFORE.jfr [AFTER.jfr]. */
final class Shots {
  private Shots() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    java.nio.file.Files.createDirectories(folder);
    Diagnosis before = diagnosis(args[1]);
    Path page = folder.resolve("report.html");
    HtmlReport.write(before, new Pricing(before, HandOffCosts.ofAnotherMachine()), page);
    try (Chromium chromium = Chromium.start()) {
      shots(chromium, page, folder, "report");
      if (args.length > 2) {
        Path comparison = folder.resolve("comparison.html");
        HtmlReport.write(Comparison.of(before, diagnosis(args[2])), comparison);
        shots(chromium, comparison, folder, "comparison");
      }
    }
  }

  private static void shots(Chromium chromium, Path page, Path folder, String name)
      throws Exception {
    for (String scheme : new String[] {"light", "dark"}) {
      chromium.size(1000, 900);
      chromium.media(scheme, "screen");
      shot(chromium, page, folder.resolve(name + "-" + scheme + ".png"), 1000);
    }
    chromium.media("light", "screen");
    shot(chromium, page, folder.resolve(name + "-400px.png"), 400);
    chromium.media("light", "print");
    shot(chromium, page, folder.resolve(name + "-print.png"), 720);
    chromium.media("light", "screen");
  }

  private static void shot(Chromium chromium, Path page, Path file, int width) throws Exception {
    chromium.size(width, 900);
    chromium.open(page);
    chromium.eval(
        "document.querySelectorAll('#locks tbody button').forEach((b, i) => i < 1 && b.click());");
    chromium.eval(
        "document.querySelectorAll('#forecast input').forEach((b, i) => i < 1 && b.click());");
    Thread.sleep(600);
    long height = (long) chromium.eval("return document.documentElement.scrollHeight");
    chromium.size(width, (int) height);
    chromium.screenshot(file);
    System.out.println(file + " " + width + "x" + height + " " + chromium.console());
    System.out.println("requests: " + chromium.requests());
  }

  private static Diagnosis diagnosis(String file) {
    return Diagnosis.of(RecordingReader.read(Path.of(file)).recording().orElseThrow());
  }
}
