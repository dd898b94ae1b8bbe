package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums by stack. A recording holds each stack once, so its identity tells stacks apart, and no
 * stack is hashed or compared frame by frame.
 */
public final class StackWeights {
  private final Map<List<Frame>, Double> weights;

  private StackWeights(int expected) {
    weights = new IdentityHashMap<>(expected);
  }

  /** None yet. */
  public StackWeights() {
    this(16);
  }

  /** One stack. */
  public static StackWeights of(List<Frame> stack, double weight) {
    StackWeights one = new StackWeights(1);
    one.add(stack, weight);
    return one;
  }

  /** Adds to one stack. */
  public void add(List<Frame> stack, double weight) {
    weights.merge(stack, weight, Double::sum);
  }

  /** Adds all of another sum, each so many times. */
  public void addAll(StackWeights other, double times) {
    other.weights.forEach((stack, weight) -> add(stack, times * weight));
  }

  /** The same, so many times as much. */
  public StackWeights times(double factor) {
    StackWeights result = new StackWeights();
    result.addAll(this, factor);
    return result;
  }

  /** At most so many, the heaviest first; of those that weigh the same, by their frames. */
  public List<RootSpread.Stack> heaviest(int most) {
    return weights.entrySet().stream()
        .map(entry -> new RootSpread.Stack(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingDouble(RootSpread.Stack::coreSeconds)
                .reversed()
                .thenComparing(RootSpread.Stack::frames, StackWeights::compare))
        .limit(most)
        .toList();
  }

  /** By the innermost frames that differ. */
  private static int compare(List<Frame> one, List<Frame> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      if (!one.get(i).equals(other.get(i))) {
        return one.get(i).toString().compareTo(other.get(i).toString());
      }
    }
    return Integer.compare(one.size(), other.size());
  }
}
