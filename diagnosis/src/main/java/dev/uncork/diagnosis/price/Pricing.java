package dev.uncork.diagnosis.price;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.Gain;
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
   * What removing the first lock would bring, on this machine no more than its cores have room for;
   * empty where there is no contended lock or its demand wasn't measured.
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
      return LockPrice.of(top.get(), estimate(), costs.calibrated())
          .map(price -> price.atMost(room(price)));
    } catch (NotPriceable e) {
      return Optional.empty(); // uncork predict says why.
    }
  }

  /** What its lock's bound leaves; the model knows nothing of cores that others used. */
  private double room(LockPrice price) {
    Optional<Gain> bound =
        diagnosis.verdict() instanceof Finding.ContendedLock contended && price.belongsTo(contended)
            ? contended.gain()
            : diagnosis.topLockGain();
    return bound.map(Gain::atMostShare).orElse(Double.POSITIVE_INFINITY);
  }
}
