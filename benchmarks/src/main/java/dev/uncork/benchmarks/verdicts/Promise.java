package dev.uncork.benchmarks.verdicts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.Stream;

/** What a report's verdict promises. */
public final class Promise {
  private Promise() {}

  /**
   * How many times as fast the program would be without its verdict's cause, at most where that is
   * a {@link #isBound bound}, at least where the report says {@link #orMore "or more"}, else about:
   * 1 where nothing is promised, infinite where it is many times as fast. The finding that the
   * verdict is tells it.
   */
  public static double timesAsFast(JsonNode report) {
    return finding(report)
        .map(
            finding ->
                Stream.of("gainAtMost", "gainAbout", "gainAtLeast")
                    .map(finding::path)
                    .filter(JsonNode::isNumber)
                    .mapToDouble(gain -> 1 + gain.asDouble())
                    .findFirst()
                    .orElse(Double.POSITIVE_INFINITY))
        .orElse(1.0);
  }

  /** Whether the report says that it can't be more. */
  public static boolean isBound(JsonNode report) {
    return finding(report).filter(finding -> finding.path("gainAtMost").isNumber()).isPresent();
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
