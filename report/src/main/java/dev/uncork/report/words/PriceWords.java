package dev.uncork.report.words;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.Gain;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.predict.Outlook;
import dev.uncork.diagnosis.price.Doubt;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.diagnosis.price.NotPriceable;
import dev.uncork.scaling.law.Interval;
import java.util.List;
import java.util.Locale;

/** What is said of prices, and of what speaks against them. */
public final class PriceWords {
  /** A gain below which nobody would notice. */
  private static final double HARDLY = 0.01;

  private PriceWords() {}

  /** What comes before {@link #price}. */
  public static String label(LockPrice price) {
    return price.gains().isEmpty() ? "Unpriced" : "Priced";
  }

  /** One sentence: the gains with their bands, or why there are none. */
  public static String price(LockPrice price, Diagnosis diagnosis) {
    if (price.gains().isEmpty()) {
      return doubt(price.doubts().get(0));
    }
    StringBuilder text =
        new StringBuilder("removing ")
            .append(
                diagnosis.verdict() instanceof Finding.ContendedLock
                    ? "this lock"
                    : name(price, diagnosis))
            .append(": ");
    text.append(percent(price.gains().get(0).gain())).append(" on this machine");
    for (LockPrice.CoresGain gain : price.gains().subList(1, price.gains().size())) {
      text.append(", ").append(percent(gain.gain()));
      text.append(format(" at %.0f cores", gain.cores()));
    }
    return text.toString();
  }

  /**
   * What removing the lock of a verdict could bring: by itself, and where that is little, with all
   * that hides behind it.
   *
   * @param alone by the price
   * @param gain what there is to gain with all cores busy
   */
  static String bound(Interval alone, Gain gain) {
    double atMost = gain.atMostShare();
    double most = Math.min(alone.high(), atMost);
    if (most >= atMost / 2) {
      return "removing this lock could make it "
          + Amounts.faster(most, most < atMost || gain.isBound());
    }
    return "removing it alone "
        + (most < HARDLY ? "would change next to nothing" : "could make it " + Amounts.faster(most))
        + "; with what holds it back next, it could become "
        + Amounts.faster(atMost, gain.isBound());
  }

  /** The lock, by the name that the table of locks has. */
  public static String name(LockPrice price, Diagnosis diagnosis) {
    return diagnosis.locks().stream()
        .filter(row -> row.use().id().lockClass().equals(price.lock()))
        .findFirst()
        .map(LockRow::name)
        .orElse(price.lock());
  }

  private static String percent(Interval gain) {
    if (gain.high() < HARDLY) {
      return "hardly anything";
    }
    if (gain.value() >= 1) {
      return Amounts.timesAsFast(gain);
    }
    if (gain.high() - gain.low() < HARDLY / 2) {
      return format("%+.0f %%", 100 * gain.value()); // What this machine has room for.
    }
    return format(
        "%+.0f %% (%.0f to %.0f)", 100 * gain.value(), 100 * gain.low(), 100 * gain.high());
  }

  /** Broken assumptions, one line each. */
  public static List<String> doubts(List<Doubt> doubts) {
    return doubts.stream().map(PriceWords::doubt).toList();
  }

  /** A broken assumption, and what to do. */
  public static String doubt(Doubt doubt) {
    if (doubt instanceof Doubt.Unsteady unsteady) {
      return format(
          "the run is not steady: %s operations/s in its first half, %s in its second;"
              + " record a longer or a later part",
          Amounts.scaled(unsteady.first()), Amounts.scaled(unsteady.second()));
    }
    if (doubt instanceof Doubt.SeveralKinds kinds) {
      return format(
          "operations per second vary by ±%.0f %%: there may be several kinds of operations;"
              + " record one kind at a time",
          100 * kinds.deviation());
    }
    if (doubt instanceof Doubt.HolderLosesCore loses) {
      return format(
          "waits for %s last %.1f ms though it is held for %.1f µs: %d threads share %.1f cores, so"
              + " that threads wait for a core as well, which the price leaves out; fewer threads may"
              + " gain more",
          loses.lock(),
          loses.waitSeconds() * 1e3,
          loses.holdSeconds() * 1e6,
          loses.threads(),
          loses.cores());
    }
    if (doubt instanceof Doubt.DemandUnknown unknown) {
      return "the demand of "
          + unknown.lock()
          + " was not measured: the method that takes it was running all the time, so"
          + " that it could not be instrumented; put the loop's body into a method";
    }
    if (doubt instanceof Doubt.UnsteadyHandOff unsteady) {
      return format(
          "handing over %s costs %.1f times as much in one run as in another on this machine;"
              + " use a lock that isn't fair, or measure instead",
          unsteady.lock(), unsteady.spread());
    }
    if (doubt instanceof Doubt.DoesNotFit other) {
      return format(
          "the model doesn't fit this program: it says %s operations/s where %s were"
              + " measured; something other than cores and locks holds it back",
          Amounts.scaled(other.modelled()), Amounts.scaled(other.measured()));
    }
    throw new IllegalArgumentException("no words for " + doubt);
  }

  /** Why a recording can't be priced, and what to do. */
  public static String refusal(NotPriceable.Reason reason) {
    if (reason instanceof NotPriceable.Reason.TooLittle little) {
      return "too little was recorded to price it: "
          + little.seconds()
          + " parallel seconds with the use of the cores; expected at least "
          + little.needed()
          + " beside the warm-up (record a longer run with uncork run)";
    }
    if (reason instanceof NotPriceable.Reason.NoDemand) {
      return "the recording has contended locks but no demand of them (uncork.LockDemand): threads"
          + " hardly waited for them, or it is too short, or not from uncork run; record about"
          + " 20 s of the program under load with uncork run --demand";
    }
    throw new IllegalArgumentException("no words for " + reason);
  }

  /** Why there is no curve for more cores; empty where there is one or nothing is to be said. */
  public static String missing(Outlook outlook) {
    return outlook
        .missing()
        .map(missing -> "no prediction for more cores: " + missing(missing))
        .orElse("");
  }

  private static String missing(Outlook.Missing missing) {
    if (missing instanceof Outlook.Missing.Known known) {
      return switch (known) {
        case NOT_OBSERVED -> "the program wasn't observed in this part of the tuning";
        case NO_PROGRESS ->
            "it needs a --progress that matches lines printed again and again while the program"
                + " runs";
      };
    }
    if (missing instanceof Outlook.Missing.Unpriced unpriced) {
      return refusal(unpriced.reason());
    }
    if (missing instanceof Outlook.Missing.Doubtful doubtful) {
      return doubt(doubtful.doubt());
    }
    throw new IllegalArgumentException("no words for " + missing);
  }

  private static String format(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}
