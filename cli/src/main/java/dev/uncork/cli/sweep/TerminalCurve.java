package dev.uncork.cli.sweep;

import dev.uncork.cli.terminal.Terminal;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.law.ScalingLaw;
import java.io.PrintStream;
import java.util.Locale;

/** Shows a sweep's result on the terminal: a bar for each point, the laws, what to mind. */
final class TerminalCurve {
  private static final int COLUMNS_BESIDE_BAR = 50;
  private static final int COLUMNS_OF_FAILURES = 13;
  private static final int SHORTEST_BAR = 10;

  private TerminalCurve() {}

  static void print(SweepResult result, Terminal.Screen screen) {
    PrintStream out = screen.stream();
    double highest =
        result.series().stream()
            .flatMap(series -> series.points().stream())
            .flatMap(point -> point.throughput().stream())
            .mapToDouble(MedianInterval::median)
            .max()
            .orElse(0);
    for (SweepResult.Series series : result.series()) {
      out.println();
      out.println(
          "Throughput in " + result.unit() + (series.name().isEmpty() ? "" : ", " + series.name()));
      out.printf("%8s %9s  %-21s %5s%n", "workers", "median", "interval", "runs");
      boolean failures = series.points().stream().anyMatch(point -> point.failed() > 0);
      int beside = COLUMNS_BESIDE_BAR + (failures ? COLUMNS_OF_FAILURES : 0);
      int cells = Math.max(SHORTEST_BAR, screen.width() - beside);
      for (SweepResult.CurvePoint point : series.points()) {
        out.println(row(point, highest, cells, screen.blocks() ? "█" : "#"));
      }
      series.laws().forEach(law -> out.println("  " + describe(law).replace("; ", ";\n    ")));
      if (series.laws().isEmpty()) {
        out.println("  no law fitted: it takes runs at three worker counts at least");
      } else {
        out.println("  A law describes what was measured here; it predicts nothing beyond it.");
      }
    }
    result.noise().forEach(remark -> out.println("uncork: " + remark));
  }

  private static String row(SweepResult.CurvePoint point, double highest, int cells, String cell) {
    int workers = point.point().workers();
    if (point.throughput().isEmpty()) {
      return String.format(Locale.ROOT, "%8d  no run counts: %d failed", workers, point.failed());
    }
    MedianInterval interval = point.throughput().get();
    int filled = (int) Math.round(cells * interval.median() / highest);
    String range = Units.threeDigits(interval.low()) + " to " + Units.threeDigits(interval.high());
    String failed = point.failed() == 0 ? "" : "  (" + point.failed() + " failed)";
    return String.format(
        Locale.ROOT,
        "%8d %9s  %-21s %5d  %s%s",
        workers,
        Units.threeDigits(interval.median()),
        range,
        point.counted(),
        cell.repeat(filled),
        failed);
  }

  static String describe(ScalingLaw law) {
    String text =
        String.format(
            Locale.ROOT,
            "%s: %s per worker, serial share %s",
            law.form().title(),
            Units.threeDigits(law.perWorker().value()),
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
