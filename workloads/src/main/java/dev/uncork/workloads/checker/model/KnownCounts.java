package dev.uncork.workloads.checker.model;

import java.util.Map;
import java.util.OptionalLong;

/**
 * The numbers of distinct states that a right exploration finds: the checker's self-check.
 *
 * <p>Dining philosophers and two-phase commit have closed formulas; the others were counted by the
 * sequential reference in the tests, which compares whole states, and are counted again there where
 * the model is small enough.
 */
public final class KnownCounts {
  private static final Map<String, Long> COUNTED =
      Map.ofEntries(
          Map.entry("peterson(2)", 32L),
          Map.entry("bakery(2, tickets=2)", 81L),
          Map.entry("bakery(2, tickets=4)", 185L),
          Map.entry("bakery(3, tickets=2)", 2_322L),
          Map.entry("bakery(3, tickets=4)", 8_210L),
          Map.entry("sliding-window(4, window=1, capacity=2)", 218L),
          Map.entry("sliding-window(4, window=2, capacity=2)", 1_043L),
          Map.entry("sliding-window(5, window=3, capacity=3)", 26_379L),
          Map.entry("sliding-window(6, window=3, capacity=4)", 221_674L));

  private KnownCounts() {}

  /** The number of distinct states of the model, if it is known. */
  public static OptionalLong distinctStates(Model model) {
    String name = model.name();
    if (name.startsWith("dining(")) {
      return OptionalLong.of(lucas(3 * size(name)));
    }
    if (name.startsWith("twophase(")) {
      int managers = size(name);
      return OptionalLong.of(power(6, managers) + power(4, managers) + power(2, managers));
    }
    Long counted = COUNTED.get(name);
    return counted == null ? OptionalLong.empty() : OptionalLong.of(counted);
  }

  private static int size(String name) {
    return Integer.parseInt(name.substring(name.indexOf('(') + 1, name.length() - 1));
  }

  private static long lucas(int index) {
    long current = 2;
    long next = 1;
    for (int i = 0; i < index; i++) {
      long sum = current + next;
      current = next;
      next = sum;
    }
    return current;
  }

  private static long power(int base, int exponent) {
    long result = 1;
    for (int i = 0; i < exponent; i++) {
      result *= base;
    }
    return result;
  }
}
