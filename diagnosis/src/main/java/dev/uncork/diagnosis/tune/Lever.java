package dev.uncork.diagnosis.tune;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Something that can be changed and might help.
 *
 * @param values what to try; what is in effect already is skipped
 * @param predictedGain additional throughput as a share; empty where nobody can tell
 * @param why what speaks for it, for the user
 * @param asked whether the user named it: then it is tried whatever is predicted
 */
public record Lever(
    RemedyKind kind,
    String name,
    List<Change> values,
    OptionalDouble predictedGain,
    String why,
    boolean asked) {
  public Lever {
    values = List.copyOf(values);
  }

  /** The same with a prediction. */
  public Lever predicted(double gain, String reason) {
    return new Lever(kind, name, values, OptionalDouble.of(gain), reason, asked);
  }
}
