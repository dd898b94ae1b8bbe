package dev.uncork.benchmarks.results;

import com.google.common.collect.Streams;
import java.util.List;
import java.util.function.BinaryOperator;

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
      List<Double> first, List<Double> second, BinaryOperator<Double> something) {
    return Streams.zip(first.stream(), second.stream(), something).toList();
  }
}
