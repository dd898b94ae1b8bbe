package dev.uncork.scaling.law;

/** A value and the bounds that hold it with the confidence that its maker states. */
public record Interval(double low, double value, double high) {
  public Interval {
    if (!(low <= value && value <= high)) {
      throw new IllegalArgumentException(
          "an interval of " + low + " to " + high + " around " + value + ", which is not inside");
    }
  }
}
