package dev.uncork.diagnosis.predict;

import dev.uncork.diagnosis.price.Doubt;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.NotPriceable;
import dev.uncork.diagnosis.price.ProgramEstimate;
import java.util.List;
import java.util.Optional;

/**
 * What the model says about the final state on more cores.
 *
 * @param points empty where it says nothing
 * @param missing why not, if so and it is to be told
 */
public record Outlook(List<Prediction.Point> points, Optional<Missing> missing) {
  /** Where nothing is to be said. */
  public static final Outlook NONE = new Outlook(List.of(), Optional.empty());

  private static final List<Integer> CORES = List.of(2, 8, 32, 128, 384);

  public Outlook {
    points = List.copyOf(points);
  }

  /** Why there is no curve. */
  public sealed interface Missing {
    /** Why, where nothing more is to be told. */
    enum Known implements Missing {
      /** The program wasn't observed in this part of the tuning. */
      NOT_OBSERVED,
      /** It doesn't tell its operations again and again while it runs. */
      NO_PROGRESS
    }

    /** Its recording can't be priced. */
    record Unpriced(NotPriceable.Reason reason) implements Missing {}

    /** An assumption of the model is broken. */
    record Doubtful(Doubt doubt) implements Missing {}
  }

  /** No curve, and why. */
  public static Outlook without(Missing why) {
    return new Outlook(List.of(), Optional.of(why));
  }

  /**
   * The curve of an estimate.
   *
   * @param costs of handing locks on
   */
  public static Outlook of(ProgramEstimate estimate, HandOffCosts costs) {
    if (!estimate.counted()) {
      return without(Missing.Known.NO_PROGRESS);
    }
    if (!estimate.doubts().isEmpty()) {
      return without(new Missing.Doubtful(estimate.doubts().get(0)));
    }
    Prediction prediction = Prediction.of(estimate, costs, CORES, 1, Prediction.Way.BEST);
    return new Outlook(prediction.now(), Optional.empty());
  }
}
