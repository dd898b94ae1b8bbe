package dev.uncork.benchmarks.verdicts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** What a report's verdict promises. */
public final class Promise {
  private Promise() {}

  /**
   * How many times as fast the program would be at most without its verdict's cause, or at least
   * where the report says "or more": 1 where nothing is promised, infinite where it is many times
   * as fast. The finding that the verdict is tells it.
   */
  public static double timesAsFastAtMost(JsonNode report) {
    return finding(report)
        .map(finding -> finding.path(orMore(report) ? "gainAtLeast" : "gainAtMost"))
        .map(gain -> gain.isNull() ? Double.POSITIVE_INFINITY : 1 + gain.asDouble())
        .orElse(1.0);
  }

  /** Whether the report says that there may be more to gain than it tells. */
  public static boolean orMore(JsonNode report) {
    return finding(report).filter(finding -> finding.path("gainAtLeast").isNumber()).isPresent();
  }

  private static Optional<JsonNode> finding(JsonNode report) {
    JsonNode verdict = report.path("verdict");
    for (JsonNode finding : report.path("findings")) {
      if (finding.path("kind").equals(verdict.path("kind"))
          && finding.path("location").equals(verdict.path("location"))) {
        return Optional.of(finding);
      }
    }
    return Optional.empty();
  }
}
