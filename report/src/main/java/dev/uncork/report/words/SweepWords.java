package dev.uncork.report.words;

import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.ScalingLaw;
import dev.uncork.scaling.sweep.SweepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What every form of a sweep's result says in the same words. */
public final class SweepWords {
  private SweepWords() {}

  /** What made it noisy, one sentence each; empty on a quiet machine. */
  public static List<String> noise(SweepResult.Noise noise) {
    List<String> remarks = new ArrayList<>();
    if (noise.disturbedRuns() > 0) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "noisy machine: other processes used up to %.0f %% of the CPUs, during %d of %d runs;"
                  + " measure again when they are idle",
              noise.othersShare() * 100,
              noise.disturbedRuns(),
              noise.runs()));
    }
    int wide = noise.widePoints();
    if (wide > 0) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "noisy runs: %d point%s an interval wider than ±%.0f %%; more --runs or longer runs"
                  + " narrow it",
              wide,
              wide == 1 ? " has" : "s have",
              SweepResult.WIDE_SHARE * 100));
    }
    return remarks;
  }

  /** A law and its parameters. */
  public static String law(ScalingLaw law) {
    String text =
        String.format(
            Locale.ROOT,
            "%s: %s per worker, serial share %s",
            law.form().title(),
            Amounts.scaled(law.perWorker().value()),
            percent(law.contention()));
    if (law.form() == ScalingLaw.Form.USL) {
      text += "; coherency " + percent(law.coherency());
      if (Double.isFinite(law.peakWorkers())) {
        text += String.format(Locale.ROOT, ", peak near %.0f workers", law.peakWorkers());
      }
    }
    return text
        + String.format(Locale.ROOT, "; runs lie ±%.1f %% around it", law.residualShare() * 100);
  }

  private static String percent(Interval share) {
    return String.format(
        Locale.ROOT,
        "%.2f %% (%.2f to %.2f)",
        share.value() * 100,
        share.low() * 100,
        share.high() * 100);
  }
}
