package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;

/** Fewer values for the same stretch of time. */
final class Resample {
  private Resample() {}

  /** Where group {@code i} of {@code groups} begins. */
  static int from(int i, int groups, int values) {
    return (int) ((long) i * values / groups);
  }

  /** Four significant digits are more than a chart shows. */
  static double rounded(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return 0;
    }
    double scale = Math.pow(10, 3 - Math.floor(Math.log10(Math.abs(value))));
    return Double.isFinite(scale) && scale > 0 ? Math.round(value * scale) / scale : value;
  }

  /** Appends a figure, as a whole number where it is one. */
  static void add(ArrayNode array, double value) {
    double rounded = rounded(value);
    if (rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15) {
      array.add((long) rounded);
    } else {
      array.add(rounded);
    }
  }
}
