package dev.uncork.cli.predict;

import dev.uncork.cli.sweep.Units;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.HandOff;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Remedy;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** A prediction for the terminal: what was measured, the curve, each step, what each lock costs. */
public final class PredictionText {
  static final String NOT_CALIBRATED =
      "Hand-off costs are those of another machine; uncork doctor --calibrate measures them.";

  private static final int COLUMNS_BESIDE_BAR = 46;
  private static final int SHORTEST_BAR = 8;

  private PredictionText() {}

  /** Shows it; numbers only where the model's assumptions hold or the user insists. */
  public static void print(Prediction prediction, boolean insist, Terminal.Screen screen) {
    PrintStream out = screen.stream();
    ProgramEstimate estimate = prediction.estimate();
    out.println(measured(estimate));
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
    if (!prediction.calibrated()) {
      out.println(NOT_CALIBRATED);
    }
    estimate.warnings().forEach(warning -> out.println("uncork: no prediction: " + warning));
    if (!estimate.warnings().isEmpty() && !insist) {
      out.println("(--anyway shows the figures all the same)");
      return;
    }
    double highest = highest(prediction);
    curve("Now", prediction.now(), highest, estimate.counted(), screen);
    out.printf(Locale.ROOT, "Knee: %.0f threads%n", prediction.knee());
    int step = 1;
    for (Prediction.Step each : prediction.journey()) {
      curve(
          "Step " + step++ + ": " + describe(each.remedy()),
          each.curve(),
          highest,
          estimate.counted(),
          screen);
    }
    if (prediction.journey().isEmpty()) {
      out.println("No lock and no serial phase holds it back at that many cores.");
    }
  }

  private static boolean free(LockDemand lock) {
    return lock.handOff().passing() == HandOff.Passing.FREE;
  }

  static String measured(ProgramEstimate estimate) {
    String rate =
        estimate.counted()
            ? Units.threeDigits(estimate.measured()) + " operations/s"
            : "its own speed, called 1 below";
    return String.format(
        Locale.ROOT,
        "Recorded: %s with %d threads on %.1f cores; the model says %s for that (%+.0f %%)",
        rate,
        estimate.threads(),
        estimate.cores(),
        Units.threeDigits(estimate.modelled()),
        100 * (estimate.modelled() / estimate.measured() - 1));
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
      Terminal.Screen screen) {
    PrintStream out = screen.stream();
    out.println();
    out.println(title);
    out.printf("%7s %10s  %-20s%n", "cores", counted ? "op/s" : "speed", "band");
    int cells = Math.max(SHORTEST_BAR, screen.width() - COLUMNS_BESIDE_BAR);
    for (Prediction.Point point : points) {
      Interval band = point.throughput();
      int filled = (int) Math.round(cells * band.value() / highest);
      out.printf(
          Locale.ROOT,
          "%7d %10s  %-20s  %s%n",
          point.cores(),
          Units.threeDigits(band.value()),
          Units.threeDigits(band.low()) + " to " + Units.threeDigits(band.high()),
          (screen.blocks() ? "█" : "#").repeat(filled));
      point
          .simulated()
          .ifPresent(
              simulated ->
                  out.println(
                      "        hand-offs outweigh the work under the lock; simulated: "
                          + Units.threeDigits(simulated)));
    }
    Prediction.Point last = points.get(points.size() - 1);
    out.println("  at " + last.cores() + " cores " + describe(last.bottleneck()));
  }

  static String describe(ClosedNetwork.Load load) {
    String share = String.format(Locale.ROOT, "%.0f %%", 100 * Math.min(1, load.utilisation()));
    return switch (load.resource()) {
      case LOCK -> "the lock " + load.name() + " holds it back: busy " + share + " of the time";
      case CORES -> "the cores are busy: " + share;
      case SERIAL -> "serial phases and pauses hold it back: " + share + " of the time";
      case THREADS -> "nothing is full: more threads would do more";
    };
  }

  static String describe(Remedy remedy) {
    return remedy.label() + (remedy.lock().isEmpty() ? "" : " " + remedy.lock());
  }
}
