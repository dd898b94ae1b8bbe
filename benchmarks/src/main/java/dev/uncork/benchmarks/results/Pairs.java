package dev.uncork.benchmarks.results;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * Compares what two ways gave in the same rounds, so that what a round had against all of them
 * drops out.
 */
public final class Pairs {
  private Pairs() {}

  /** Of each round that both have, the first divided by the second. */
  public static List<Double> ratios(List<Double> first, List<Double> second) {
    return of(first, second, (a, b) -> a / b);
  }

  /** Of each round that both have, the first less the second. */
  public static List<Double> differences(List<Double> first, List<Double> second) {
    return of(first, second, (a, b) -> a - b);
  }

  /** Of each round that both have, something of the two. */
  public static List<Double> of(
      List<Double> first, List<Double> second, DoubleBinaryOperator something) {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      all.add(something.applyAsDouble(first.get(i), second.get(i)));
    }
    return all;
  }
}
