package dev.uncork.agent.observe.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How well the curve is known by now: the work per time on few cores over that on all, from each
 * round, for each counter.
 *
 * <p>It is settled when the mean of these ratios has a small standard error for each number of
 * cores, by the counter that moves in all windows and has the smallest.
 */
final class CurveSpread {
  private static final int LEAST_ROUNDS = 8;
  private static final double SMALL_ERROR = 0.015;

  /** By counter and number of cores. */
  private final Map<String, Map<Integer, List<Double>>> ratios = new HashMap<>();

  private int rounds;

  /** Takes the windows of a complete round, of which one had all cores. */
  void add(List<Window> round, int allCores) {
    rounds++;
    Map<String, Double> whole =
        round.stream()
            .filter(window -> window.cores() == allCores)
            .findFirst()
            .map(Window::rates)
            .orElse(Map.of());
    for (Window window : round) {
      window
          .rates()
          .forEach(
              (counter, rate) -> {
                double all = whole.getOrDefault(counter, 0.0);
                add(counter, window.cores(), all > 0 ? rate / all : 0);
              });
    }
  }

  private void add(String counter, int cores, double ratio) {
    ratios
        .computeIfAbsent(counter, name -> new HashMap<>())
        .computeIfAbsent(cores, number -> new ArrayList<>())
        .add(ratio);
  }

  boolean isSettled() {
    return rounds >= LEAST_ROUNDS && ratios.values().stream().anyMatch(this::isSettled);
  }

  private boolean isSettled(Map<Integer, List<Double>> byCores) {
    return byCores.values().stream()
        .allMatch(values -> values.size() == rounds && relativeError(values) <= SMALL_ERROR);
  }

  private static double relativeError(List<Double> values) {
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    if (values.stream().anyMatch(value -> value <= 0)) {
      return Double.MAX_VALUE;
    }
    double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (values.size() - 1) / values.size()) / mean;
  }
}
