package dev.uncork.diagnosis.predict;

import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.ProgramEstimate;
import java.util.List;
import java.util.Optional;

/**
 * What the model says about the final state on more cores.
 *
 * @param points empty where it says nothing
 * @param remark why not, if so
 */
public record Outlook(List<Prediction.Point> points, String remark) {
  /** Where nothing is to be said. */
  public static final Outlook NONE = new Outlook(List.of(), "");

  private static final List<Integer> CORES = List.of(2, 8, 32, 128, 384);

  public Outlook {
    points = List.copyOf(points);
  }

  /**
   * The curve of an estimate.
   *
   * @param why there is none, if so
   * @param costs of handing locks on
   */
  public static Outlook of(Optional<ProgramEstimate> estimate, String why, HandOffCosts costs) {
    if (estimate.isEmpty()) {
      return new Outlook(List.of(), "no prediction for more cores: " + why);
    }
    ProgramEstimate known = estimate.get();
    if (!known.counted()) {
      return new Outlook(
          List.of(),
          "no prediction for more cores: it needs a --progress that matches lines printed again and"
              + " again while the program runs");
    }
    if (!known.warnings().isEmpty()) {
      return new Outlook(List.of(), "no prediction for more cores: " + known.warnings().get(0));
    }
    Prediction prediction = Prediction.of(known, costs, CORES, 1, Prediction.Way.BEST);
    return new Outlook(prediction.now(), "");
  }
}
