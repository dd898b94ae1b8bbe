package dev.uncork.diagnosis.price;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.Remedy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What removing the first lock of a report would bring, on the machine of the recording and on many
 * cores.
 *
 * @param gains empty where an assumption of the model is broken
 * @param calibrated whether the hand-off costs were measured on this machine
 * @param warnings the broken assumptions, one line each
 */
public record LockPrice(
    String lock, List<CoresGain> gains, boolean calibrated, List<String> warnings) {
  private static final int MANY_CORES = 64;

  /**
   * Additional throughput as a share.
   *
   * @param cores a fraction where other processes used the rest
   */
  public record CoresGain(double cores, int threads, Interval gain) {}

  public LockPrice {
    gains = List.copyOf(gains);
    warnings = List.copyOf(warnings);
  }

  /** Empty where there is no contended lock or its demand wasn't measured. */
  public static Optional<LockPrice> of(Diagnosis diagnosis, HandOffCosts costs) {
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
      return Optional.empty(); // uncork predict says why.
    }
    if (estimate.forecast().workload().locks().stream().noneMatch(l -> l.name().equals(lock))) {
      return Optional.empty();
    }
    List<CoresGain> gains = new ArrayList<>();
    if (estimate.warnings().isEmpty()) {
      gains.add(gain(estimate, lock, estimate.cores(), estimate.threads()));
      gains.add(gain(estimate, lock, MANY_CORES, MANY_CORES));
    }
    return Optional.of(new LockPrice(lock, gains, costs.calibrated(), estimate.warnings()));
  }

  private static CoresGain gain(ProgramEstimate estimate, String lock, double cores, int threads) {
    Remedy remove = new Remedy(Remedy.Kind.REMOVE, lock, 1);
    return new CoresGain(cores, threads, estimate.forecast().gain(remove, threads, cores));
  }

  /** One sentence: the gains with their bands, or why there are none. */
  public String text() {
    if (gains.isEmpty()) {
      return "no price: " + warnings.get(0);
    }
    StringBuilder text = new StringBuilder("removing this lock: ");
    text.append(percent(gains.get(0).gain())).append(" on this machine");
    for (CoresGain gain : gains.subList(1, gains.size())) {
      text.append(", ").append(percent(gain.gain()));
      text.append(String.format(Locale.ROOT, " at %.0f cores", gain.cores()));
    }
    return text.toString();
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
