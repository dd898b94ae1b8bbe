package dev.uncork.benchmarks.verdicts;

import com.fasterxml.jackson.databind.JsonNode;

/** What a report's verdict promises. */
public final class Promise {
  private Promise() {}

  /**
   * How many times as fast the program would be at most without its verdict's cause: 1 where
   * nothing is promised, infinite where it is many times as fast. The finding that the verdict is
   * tells it.
   */
  public static double timesAsFastAtMost(JsonNode report) {
    JsonNode verdict = report.path("verdict");
    for (JsonNode finding : report.path("findings")) {
      if (finding.path("kind").equals(verdict.path("kind"))
          && finding.path("location").equals(verdict.path("location"))) {
        JsonNode gain = finding.path("gainAtMost");
        return gain.isNull() ? Double.POSITIVE_INFINITY : 1 + gain.asDouble();
      }
    }
    return 1;
  }
}
