package dev.uncork.sparkledger.model;

/** From one point in time to another. */
public record Span(long startMillis, long endMillis) {
  /** How long it lasts; never negative, whatever the clocks of two machines said. */
  public long millis() {
    return Math.max(0, endMillis - startMillis);
  }

  /** Whether something that began then began within it. */
  public boolean holds(long millis) {
    return startMillis <= millis && millis <= endMillis;
  }
}
