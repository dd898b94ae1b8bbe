package dev.uncork.diagnosis.lever;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Something that can be changed and might help.
 *
 * @param values what to try; what is in effect already is skipped
 * @param predictedGain additional throughput as a share; empty where nobody can tell
 * @param why what speaks for it
 * @param asked whether the user named it: then it is tried whatever is predicted
 * @param parts levers that this one stands for, whose values are looked for with all of them in
 *     effect; then it has no values of its own
 */
public record Lever(
    RemedyKind kind,
    String name,
    List<Change> values,
    OptionalDouble predictedGain,
    Why why,
    boolean asked,
    List<Lever> parts) {
  /** A gain below this isn't worth a line in a plan. */
  public static final double WORTH = 0.02;

  public Lever {
    values = List.copyOf(values);
    parts = List.copyOf(parts);
  }

  /** A lever by itself. */
  public Lever(
      RemedyKind kind,
      String name,
      List<Change> values,
      OptionalDouble predictedGain,
      Why why,
      boolean asked) {
    this(kind, name, values, predictedGain, why, asked, List.of());
  }

  /** The same with a prediction. */
  public Lever predicted(double gain, Why reason) {
    return new Lever(kind, name, values, OptionalDouble.of(gain), reason, asked, parts);
  }
}
