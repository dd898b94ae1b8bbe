package dev.uncork.cli.predict;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.Remedy;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The line of a report that says what removing the first lock would bring, here and on more cores.
 */
public final class PriceLine {
  private static final int MANY_CORES = 64;

  private PriceLine() {}

  /** Empty where there is no contended lock or its demand wasn't measured. */
  public static Optional<String> of(Diagnosis diagnosis, HandOffCosts costs) {
    Optional<LockRow> top =
        diagnosis.locks().stream().filter(row -> row.use().blocked() > 0).findFirst();
    if (top.isEmpty() || diagnosis.recording().holds().isEmpty()) {
      return Optional.empty();
    }
    String lock = top.get().use().id().lockClass();
    ProgramEstimate estimate;
    try {
      estimate = ProgramEstimate.of(diagnosis, costs, OptionalInt.empty());
    } catch (ProgramEstimate.NotPriceable e) {
      return Optional.empty();
    }
    if (estimate.forecast().workload().locks().stream().noneMatch(l -> l.name().equals(lock))) {
      return Optional.empty();
    }
    if (!estimate.warnings().isEmpty()) {
      return Optional.of("no price: " + estimate.warnings().get(0));
    }
    Remedy remove = new Remedy(Remedy.Kind.REMOVE, lock, 1);
    Interval here = estimate.forecast().gain(remove, estimate.threads(), estimate.cores());
    Interval there = estimate.forecast().gain(remove, MANY_CORES, MANY_CORES);
    return Optional.of(
        "removing this lock: "
            + percent(here)
            + " on this machine, "
            + percent(there)
            + " at "
            + MANY_CORES
            + " cores");
  }

  private static String percent(Interval gain) {
    return String.format(
        Locale.ROOT,
        "%+.0f %% (%.0f to %.0f)",
        100 * gain.value(),
        100 * gain.low(),
        100 * gain.high());
  }
}
