package dev.uncork.report.words;

import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.WorkloadChange;
import java.util.Locale;

/** What every form of a prediction says in the same words. */
public final class PredictionWords {
  /** Where nobody has measured what a hand-off costs here. */
  public static final String NOT_CALIBRATED =
      "Hand-off costs are those of another machine; uncork doctor --calibrate measures them.";

  /** Above what was measured in windows on fewer cores. */
  public static final String MEASURED_CURVE = "Measured in this run, on some of the cores";

  private PredictionWords() {}

  /** What was recorded, and what the model says of that. */
  public static String measured(ProgramEstimate estimate) {
    String rate =
        estimate.counted()
            ? Amounts.scaled(estimate.measured()) + " operations/s"
            : "its own speed, called 1 below";
    return String.format(
        Locale.ROOT,
        "Recorded: %s with %d threads on %.1f cores; the model says %s for that (%+.0f %%)",
        rate,
        estimate.threads(),
        estimate.cores(),
        Amounts.scaled(estimate.modelled()),
        100 * (estimate.modelled() / estimate.measured() - 1));
  }

  /** What holds the program back. */
  public static String bottleneck(ClosedNetwork.Load load) {
    String share = String.format(Locale.ROOT, "%.0f %%", 100 * Math.min(1, load.utilisation()));
    return switch (load.resource()) {
      case LOCK -> "the lock " + load.name() + " holds it back: busy " + share + " of the time";
      case CORES -> "the cores are busy: " + share;
      case SERIAL -> "serial phases and pauses hold it back: " + share + " of the time";
      case THREADS -> "no resource is saturated: more threads would do more";
    };
  }

  /** A remedy and its lock. */
  public static String remedy(WorkloadChange remedy) {
    return remedy.label() + (remedy.lock().isEmpty() ? "" : " " + remedy.lock());
  }
}
