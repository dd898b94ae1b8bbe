package dev.uncork.agent.observe.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How well the curve is known by now: the work per time on few cores over that on all, from each
 * round, for each counter.
 *
 * <p>Of these ratios the median counts, since a collection of garbage or another process may spoil
 * a window. It is settled when the standard error of the median is small for each number of cores,
 * by any counter that moves.
 */
final class CurveSpread {
  private static final int LEAST_ROUNDS = 8;
  private static final double SMALL_ERROR = 0.015;

  /**
   * Of a normal distribution: standard deviations per median deviation, errors of median and mean.
   */
  private static final double DEVIATIONS = 1.4826;

  private static final double ERROR_OF_MEDIAN = 1.2533;

  /** By counter, the most trusted first, and number of cores. */
  private final SortedMap<String, Map<Integer, List<Double>>> ratios = new TreeMap<>();

  /** How many rounds had a window on so many cores. */
  private final Map<Integer, Integer> rounds = new HashMap<>();

  /** Takes the windows of a complete round, of which one had all cores. */
  void add(List<Window> round, int allCores) {
    round.forEach(window -> rounds.merge(window.cores(), 1, Integer::sum));
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
    return rounds.values().stream().allMatch(count -> count >= LEAST_ROUNDS)
        && ratios.values().stream()
            .filter(this::moves)
            .anyMatch(
                byCores ->
                    byCores.values().stream().allMatch(values -> error(values) <= SMALL_ERROR));
  }

  /** Whether it is clear by now that fewer cores than all are faster. */
  boolean isDecided() {
    BestCores best = best();
    return best != null
        && rounds.getOrDefault(best.cores(), 0) >= LEAST_ROUNDS
        && best.isClearInAnyRound();
  }

  /** Where most work was done, by the most trusted counter that moves; null where none does. */
  @Nullable BestCores best() {
    for (Map<Integer, List<Double>> byCores : ratios.values()) {
      if (moves(byCores)) {
        return byCores.entrySet().stream()
            .map(e -> new BestCores(e.getKey(), median(e.getValue()), error(e.getValue())))
            .max((one, other) -> Double.compare(one.speedUp(), other.speedUp()))
            .orElse(null);
      }
    }
    return null;
  }

  private boolean moves(Map<Integer, List<Double>> byCores) {
    return byCores.entrySet().stream()
        .allMatch(
            on ->
                on.getValue().size() == rounds.getOrDefault(on.getKey(), 0)
                    && median(on.getValue()) > 0);
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double error(List<Double> values) {
    double median = median(values);
    double deviation = median(values.stream().map(value -> Math.abs(value - median)).toList());
    return ERROR_OF_MEDIAN * DEVIATIONS * deviation / Math.sqrt(values.size());
  }
}
