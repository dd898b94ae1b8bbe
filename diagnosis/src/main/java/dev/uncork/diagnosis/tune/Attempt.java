package dev.uncork.diagnosis.tune;

import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.scaling.law.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One lever that was tried, and what came of it.
 *
 * @param pairs throughput without and with the change, in the order of the runs
 * @param gain additional throughput as a share; empty where too few runs counted
 * @param grounds of the decision
 */
public record Attempt(
    Lever lever,
    Change change,
    Decision decision,
    List<Pair> pairs,
    Optional<Interval> gain,
    OptionalDouble predictedGain,
    Grounds grounds) {
  /** Two runs next to each other. */
  public record Pair(double before, double after) {}

  /** What became of it. */
  public enum Decision {
    /** Proven to be better. */
    KEPT("kept"),
    /** Proven to be worse. */
    LOSS("slower"),
    /** No difference that is worth more time. */
    NO_DIFFERENCE("no difference"),
    /** Wrong results, or no result: never tried again. */
    FAILED("failed"),
    /** The loop was stopped in the middle. */
    UNDECIDED("undecided");

    private final String label;

    Decision(String label) {
      this.label = label;
    }

    /** In reports and JSON. */
    public String label() {
      return label;
    }
  }

  public Attempt {
    pairs = List.copyOf(pairs);
  }
}
