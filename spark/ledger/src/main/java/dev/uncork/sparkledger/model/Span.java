package dev.uncork.sparkledger.model;

/** From one point in time to another. */
public record Span(long startMillis, long endMillis) {
  /** How long it lasts; never negative, whatever the clocks of two machines said. */
  public long millis() {
    return Math.max(0, endMillis - startMillis);
  }
}
