package dev.uncork.agent.observe.experiment;

import java.util.ArrayList;
import java.util.Collection;
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
 *
 * <p>It is plain when no surprise is to be expected of it: a unit of work costs no more on all
 * cores than on few, and these are slower, so that holding the program costs it something. Counters
 * less trusted than the first that moves don't count for that.
 */
final class CurveSpread {
  private static final int LEAST_ROUNDS = 8;
  private static final long LEAST_NANOS = LEAST_ROUNDS * Window.LONG_NANOS;
  private static final double SMALL_ERROR = 0.015;

  /** As many as a report wants before it trusts a number of cores. */
  private static final int PLAIN_ROUNDS = 3;

  /** Of so many rounds one may be unlike the others. */
  private static final int ROUNDS_PER_OUTLIER = 4;

  /** What a unit of work costs on all cores against few, up to which that is the same. */
  private static final double SAME_COST = 1.1;

  /** Work per time on few cores against all, up to which these are slower. */
  private static final double SLOWER = 0.95;

  /**
   * Of a normal distribution: standard deviations per median deviation, errors of median and mean.
   */
  private static final double DEVIATIONS = 1.4826;

  private static final double ERROR_OF_MEDIAN = 1.2533;

  /** By counter, the most trusted first, and number of cores. */
  private final SortedMap<String, Map<Integer, List<Double>>> ratios = new TreeMap<>();

  /** In how many rounds a unit of work cost on few cores what it costs on all, by counter. */
  private final Map<String, Integer> sameCosts = new HashMap<>();

  /** How many rounds had a window on so many cores. */
  private final Map<Integer, Integer> rounds = new HashMap<>();

  /** How long the windows on so many cores were, together. */
  private final Map<Integer, Long> nanos = new HashMap<>();

  private int allRounds;

  /**
   * Takes the windows of a complete round, of which one had all cores.
   *
   * @param lengthNanos of each
   */
  void add(List<WindowRates> round, int allCores, long lengthNanos) {
    allRounds++;
    WindowRates whole =
        round.stream()
            .filter(window -> window.cores() == allCores)
            .findFirst()
            .orElse(new WindowRates(allCores, Map.of(), Map.of()));
    for (WindowRates window : round) {
      rounds.merge(window.cores(), 1, Integer::sum);
      nanos.merge(window.cores(), lengthNanos, Long::sum);
      window
          .work()
          .forEach(
              (counter, rate) -> {
                Double all = whole.work().get(counter);
                if (all != null) { // else it wasn't to be read there
                  add(counter, window.cores(), all > 0 ? rate / all : 0);
                }
              });
      if (window.cores() < allCores) {
        addCosts(window, whole);
      }
    }
  }

  /**
   * Whether one of these counters, which no round had, is trusted more than what the rounds were
   * compared by, so that they don't tell what it will.
   *
   * @param counters as {@link WindowRates} names them
   */
  boolean isOutdoneBy(Collection<String> counters) {
    String best =
        ratios.entrySet().stream()
            .filter(counter -> moves(counter.getValue()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(null);
    return allRounds > 0
        && counters.stream()
            .filter(counter -> !ratios.containsKey(counter))
            .anyMatch(counter -> best == null || unit(counter).compareTo(unit(best)) < 0);
  }

  private void addCosts(WindowRates few, WindowRates all) {
    few.cost()
        .forEach(
            (counter, cost) -> {
              double growth = all.cost().getOrDefault(counter, 0.0) / cost;
              if (growth <= SAME_COST && growth >= 1 / SAME_COST) {
                sameCosts.merge(counter, 1, Integer::sum);
              }
            });
  }

  private void add(String counter, int cores, double ratio) {
    ratios
        .computeIfAbsent(counter, name -> new HashMap<>())
        .computeIfAbsent(cores, number -> new ArrayList<>())
        .add(ratio);
  }

  /** How many rounds it has taken. */
  int completeRounds() {
    return allRounds;
  }

  boolean isSettled() {
    return nanos.values().stream().allMatch(length -> length >= LEAST_NANOS)
        && ratios.values().stream()
            .filter(this::moves)
            .anyMatch(
                byCores ->
                    byCores.values().stream().allMatch(values -> error(values) <= SMALL_ERROR));
  }

  /**
   * Whether rounds so far leave little to find out.
   *
   * @param sharesNothing whether the program's code gives no reason for a surprise, so that none is
   *     to be expected where nothing counts its work
   */
  boolean isPlain(boolean sharesNothing) {
    List<String> moving = new ArrayList<>();
    ratios.forEach(
        (counter, byCores) -> {
          if (moves(byCores)) {
            moving.add(counter);
          }
        });
    if (moving.isEmpty()) {
      return sharesNothing && allRounds > 0;
    }
    String unit = unit(moving.get(0));
    return allRounds >= PLAIN_ROUNDS
        && moving.stream().filter(counter -> unit(counter).equals(unit)).allMatch(this::isPlain);
  }

  private boolean isPlain(String counter) {
    Map<Integer, List<Double>> byCores = ratios.getOrDefault(counter, Map.of());
    return sameCosts.getOrDefault(counter, 0) >= allRounds - allRounds / ROUNDS_PER_OUTLIER
        && byCores.values().stream()
            .map(CurveSpread::median)
            .sorted()
            .limit(byCores.size() - 1) // the others are fewer than all
            .allMatch(speed -> speed <= SLOWER);
  }

  private static String unit(String counter) {
    return counter.substring(0, counter.indexOf(' '));
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
