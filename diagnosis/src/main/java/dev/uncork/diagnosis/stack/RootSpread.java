package dev.uncork.diagnosis.stack;

import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * How the core-seconds of a row or root are spread over time and over code.
 *
 * @param left cores that were left unused for it in each bin of the ledger, or to other processes;
 *     empty where unknown
 * @param meanwhile cores that the program didn't use while anybody waited for it, whatever else was
 *     waited for then, and whoever used them
 * @param threads that waited for it in each of these bins, on average
 * @param round of the threads that waited for it at any time; {@link Round#UNKNOWN} where unknown
 * @param stacks of those who wait, or of those who run where too few do, the most core-seconds
 *     first
 */
public record RootSpread(
    List<Double> left,
    List<Double> meanwhile,
    List<Double> threads,
    Round round,
    List<Stack> stacks) {
  public RootSpread {
    left = List.copyOf(left);
    meanwhile = List.copyOf(meanwhile);
    threads = List.copyOf(threads);
    stacks = List.copyOf(stacks);
  }

  /** All at one stack, nobody knows when; the stack may be empty. */
  public static RootSpread at(List<Frame> stack, double coreSeconds) {
    return new RootSpread(
        List.of(),
        List.of(),
        List.of(),
        Round.UNKNOWN,
        stack.isEmpty() ? List.of() : List.of(new Stack(stack, coreSeconds)));
  }

  /** The stack that most is charged to; empty where none was seen. */
  public List<Frame> heaviest() {
    return stacks.isEmpty() ? List.of() : stacks.get(0).frames();
  }

  /** The same with longer bins. */
  public RootSpread coarser(int together) {
    return new RootSpread(
        means(left, together),
        means(meanwhile, together),
        means(threads, together),
        round.coarser(together),
        stacks);
  }

  /** Means of so many values each, the last of what is left. */
  public static List<Double> means(List<Double> values, int together) {
    List<Double> means = new ArrayList<>();
    for (int from = 0; from < values.size(); from += together) {
      List<Double> group = values.subList(from, Math.min(values.size(), from + together));
      means.add(group.stream().mapToDouble(Double::doubleValue).average().orElse(0));
    }
    return means;
  }

  /**
   * How threads spend their rounds, in threads for each bin.
   *
   * @param waiting at the root
   * @param rest running, or waiting elsewhere
   * @param seen how often they were seen so; empty where that doesn't matter
   */
  public record Round(List<Double> waiting, List<Double> rest, List<Double> seen) {
    /** Of threads that nobody knows. */
    public static final Round UNKNOWN = new Round(List.of(), List.of());

    public Round {
      waiting = List.copyOf(waiting);
      rest = List.copyOf(rest);
      seen = List.copyOf(seen);
    }

    /** Exactly known. */
    public Round(List<Double> waiting, List<Double> rest) {
      this(waiting, rest, List.of());
    }

    /** Whether it is known. */
    public boolean known() {
      return !rest.isEmpty();
    }

    private Round coarser(int together) {
      List<Double> sums = means(seen, together).stream().map(mean -> mean * together).toList();
      return new Round(means(waiting, together), means(rest, together), sums);
    }
  }

  /**
   * A stack and what is charged to it.
   *
   * @param frames innermost first
   */
  public record Stack(List<Frame> frames, double coreSeconds) {
    public Stack {
      frames = List.copyOf(frames);
    }
  }
}
