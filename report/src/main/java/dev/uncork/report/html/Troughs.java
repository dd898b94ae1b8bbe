package dev.uncork.report.html;

import java.util.ArrayList;
import java.util.List;

/** The low points of a sawtooth, to be marked in its picture. */
final class Troughs {
  private Troughs() {}

  /** Where values turn from falling to rising by at least {@code hysteresis} both ways. */
  static List<Integer> of(List<Double> values, int from, int to, double hysteresis) {
    List<Integer> troughs = new ArrayList<>();
    if (to <= from) {
      return troughs;
    }
    double high = values.get(from);
    double low = high;
    int lowAt = from;
    boolean falling = false;
    for (int i = from; i < to; i++) {
      double value = values.get(i);
      if (falling) {
        if (value < low) {
          low = value;
          lowAt = i;
        } else if (value >= low + hysteresis) {
          troughs.add(lowAt);
          falling = false;
          high = value;
        }
      } else if (value > high) {
        high = value;
      } else if (value <= high - hysteresis) {
        falling = true;
        low = value;
        lowAt = i;
      }
    }
    return troughs;
  }

  /** Start of the stretch of that length in which the values vary most. */
  static int deepest(List<Double> values, int length) {
    int best = 0;
    double most = -1;
    for (int from = 0; from + length <= values.size(); from += Math.max(1, length / 4)) {
      double sum = 0;
      double squares = 0;
      for (double value : values.subList(from, from + length)) {
        sum += value;
        squares += value * value;
      }
      double variance = squares - sum * sum / length;
      if (variance > most) {
        most = variance;
        best = from;
      }
    }
    return best;
  }
}
