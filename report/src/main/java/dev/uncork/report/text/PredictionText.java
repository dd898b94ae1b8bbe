package dev.uncork.report.text;

import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.PredictionWords;
import dev.uncork.report.words.PriceWords;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.HandOff;
import dev.uncork.scaling.network.LockDemand;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** A prediction for the terminal: what was measured, the curve, each step, what each lock costs. */
public final class PredictionText {
  private static final int COLUMNS_BESIDE_BAR = 46;
  private static final int SHORTEST_BAR = 8;

  private PredictionText() {}

  /** Shows it; numbers only where the model's assumptions hold or the user insists. */
  public static void print(Prediction prediction, boolean insist, Look look, PrintStream out) {
    ProgramEstimate estimate = prediction.estimate();
    out.println(PredictionWords.measured(estimate));
    out.println("What one operation needs of each lock:");
    out.printf("  %10s %12s %14s  %s%n", "visits", "hold µs", "hand-off µs", "lock");
    for (LockDemand lock : estimate.forecast().workload().locks()) {
      out.printf(
          Locale.ROOT,
          "  %10.3g %12.3f %14.3f  %s%s%n",
          lock.visits(),
          lock.holdSeconds() * 1e6,
          lock.handOff().seconds() * 1e6,
          lock.name(),
          free(lock) ? " (free for others meanwhile)" : "");
    }
    measured(estimate, out);
    if (!prediction.calibrated()) {
      out.println(PredictionWords.NOT_CALIBRATED);
    }
    PriceWords.doubts(estimate.doubts())
        .forEach(doubt -> out.println("uncork: no prediction: " + doubt));
    if (!estimate.doubts().isEmpty() && !insist) {
      out.println("(--anyway shows the figures all the same)");
      return;
    }
    double highest = highest(prediction);
    curve("Now", prediction.now(), highest, estimate.counted(), look, out);
    out.printf(Locale.ROOT, "Knee: %.0f threads%n", prediction.knee());
    int step = 1;
    for (Prediction.Step each : prediction.journey()) {
      curve(
          "Step " + step++ + ": " + PredictionWords.remedy(each.remedy()),
          each.curve(),
          highest,
          estimate.counted(),
          look,
          out);
    }
    if (prediction.journey().isEmpty()) {
      out.println("No lock and no serial phase holds it back at that many cores.");
    }
  }

  private static void measured(ProgramEstimate estimate, PrintStream out) {
    List<ProgramEstimate.Measured> curve = estimate.measuredCurve();
    if (curve.isEmpty()) {
      return;
    }
    out.println(PredictionWords.MEASURED_CURVE + ":");
    for (ProgramEstimate.Measured point : curve) {
      Interval band = point.throughput();
      out.printf(
          Locale.ROOT,
          "%7d %10s  %s%n",
          point.cores(),
          Amounts.scaled(band.value()),
          Amounts.scaled(band.low()) + " to " + Amounts.scaled(band.high()));
    }
  }

  private static boolean free(LockDemand lock) {
    return lock.handOff().passing() == HandOff.Passing.FREE;
  }

  private static double highest(Prediction prediction) {
    double highest = 0;
    for (Prediction.Point point : prediction.now()) {
      highest = Math.max(highest, point.throughput().value());
    }
    for (Prediction.Step step : prediction.journey()) {
      for (Prediction.Point point : step.curve()) {
        highest = Math.max(highest, point.throughput().value());
      }
    }
    return highest;
  }

  private static void curve(
      String title,
      List<Prediction.Point> points,
      double highest,
      boolean counted,
      Look look,
      PrintStream out) {
    out.println();
    out.println(title);
    out.printf("%7s %10s  %-20s%n", "cores", counted ? "op/s" : "speed", "band");
    int cells = Math.max(SHORTEST_BAR, look.width() - COLUMNS_BESIDE_BAR);
    for (Prediction.Point point : points) {
      Interval band = point.throughput();
      int filled = (int) Math.round(cells * band.value() / highest);
      out.printf(
          Locale.ROOT,
          "%7d %10s  %-20s  %s%n",
          point.cores(),
          Amounts.scaled(band.value()),
          Amounts.scaled(band.low()) + " to " + Amounts.scaled(band.high()),
          (look.blocks() ? "█" : "#").repeat(filled));
      point
          .simulated()
          .ifPresent(
              simulated ->
                  out.println(
                      "        hand-offs outweigh the work under the lock; simulated: "
                          + Amounts.scaled(simulated)));
    }
    Prediction.Point last = points.get(points.size() - 1);
    out.println("  at " + last.cores() + " cores " + PredictionWords.bottleneck(last.bottleneck()));
  }
}
