package dev.uncork.diagnosis.price;

import dev.uncork.diagnosis.Diagnosis;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a recording's remedies are worth, estimated once and only if it is asked for. */
public final class Pricing {
  private final Diagnosis diagnosis;
  private final HandOffCosts costs;
  private @Nullable ProgramEstimate estimate;

  /** The pricing of a recording by what handing locks over costs on its machine. */
  public Pricing(Diagnosis diagnosis, HandOffCosts costs) {
    this.diagnosis = diagnosis;
    this.costs = costs;
  }

  public HandOffCosts costs() {
    return costs;
  }

  /** The program as the model sees it. */
  public ProgramEstimate estimate() throws NotPriceable {
    ProgramEstimate known = estimate;
    if (known == null) {
      known = ProgramEstimate.of(diagnosis, costs, OptionalInt.empty());
      estimate = known;
    }
    return known;
  }

  /**
   * What removing the first lock would bring; empty where there is no contended lock or its demand
   * wasn't measured.
   */
  public Optional<LockPrice> ofTopLock() {
    Optional<String> top =
        diagnosis.locks().stream()
            .filter(row -> row.use().blocked() > 0)
            .map(row -> row.use().id().lockClass())
            .findFirst();
    if (top.isEmpty() || diagnosis.recording().holds().isEmpty()) {
      return Optional.empty();
    }
    try {
      return LockPrice.of(top.get(), estimate(), costs.calibrated());
    } catch (NotPriceable e) {
      return Optional.empty(); // uncork predict says why.
    }
  }
}
