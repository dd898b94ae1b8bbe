package dev.uncork.benchmarks.preemption;

import dev.uncork.benchmarks.results.Pairs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Figures by cell, way and name, one value a round. */
final class CellFigures {
  private final Map<String, Map<String, Map<String, List<Double>>>> cells = new LinkedHashMap<>();

  /**
   * Takes what {@code SharedSections} printed.
   *
   * @param kind what goes before the cells' own names
   * @return the names of the cells that there were
   */
  Set<String> take(String kind, String way, String output) {
    Set<String> taken = new LinkedHashSet<>();
    for (String line : output.lines().toList()) {
      String[] words = line.trim().split(" ");
      if (words.length < 4 || !words[0].equals("cell")) {
        continue;
      }
      taken.add(kind + words[1]);
      for (int i = 2; i + 1 < words.length; i += 2) {
        add(kind + words[1], way, words[i], Double.parseDouble(words[i + 1]));
      }
    }
    return taken;
  }

  /** One round's value of a figure. */
  void add(String cell, String way, String figure, double value) {
    cells
        .computeIfAbsent(cell, c -> new LinkedHashMap<>())
        .computeIfAbsent(way, w -> new LinkedHashMap<>())
        .computeIfAbsent(figure, f -> new ArrayList<>())
        .add(value);
  }

  Iterable<String> names() {
    return cells.keySet();
  }

  /** All rounds of a figure; empty when it wasn't measured. */
  List<Double> values(String cell, String way, String figure) {
    return cells
        .getOrDefault(cell, Map.of())
        .getOrDefault(way, Map.of())
        .getOrDefault(figure, List.of());
  }

  /** Each round's quotient of two figures, each by the other figure of its way if that is named. */
  List<Double> ratios(String cell, String way, String other, String figure, String per) {
    return Pairs.ratios(per(cell, way, figure, per), per(cell, other, figure, per)).stream()
        .filter(Double::isFinite)
        .toList();
  }

  private List<Double> per(String cell, String way, String figure, String per) {
    List<Double> values = values(cell, way, figure);
    if (per.isEmpty()) {
      return values;
    }
    return Pairs.of(values, values(cell, way, per), (value, by) -> value / Math.max(1e-9, by));
  }
}
