package dev.uncork.report.text;

import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.SweepWords;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.sweep.SweepResult;
import java.io.PrintStream;
import java.util.Locale;

/** Shows a sweep's result on the terminal: a bar for each point, the laws, what to mind. */
public final class SweepText {
  private static final int COLUMNS_BESIDE_BAR = 50;
  private static final int COLUMNS_OF_FAILURES = 13;
  private static final int SHORTEST_BAR = 10;

  private SweepText() {}

  /** Shows it. */
  public static void print(SweepResult result, Look look, PrintStream out) {
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
      int cells = Math.max(SHORTEST_BAR, look.width() - beside);
      for (SweepResult.CurvePoint point : series.points()) {
        out.println(row(point, highest, cells, look.blocks() ? "█" : "#"));
      }
      series
          .laws()
          .forEach(law -> out.println("  " + SweepWords.law(law).replace("; ", ";\n    ")));
      if (series.laws().isEmpty()) {
        out.println("  no law fitted: that takes runs with at least three worker counts");
      } else {
        out.println("  A law describes what was measured here; it predicts nothing beyond it.");
      }
    }
    SweepWords.noise(result.noise()).forEach(remark -> out.println("uncork: " + remark));
  }

  private static String row(SweepResult.CurvePoint point, double highest, int cells, String cell) {
    int workers = point.point().workers();
    if (point.throughput().isEmpty()) {
      return String.format(Locale.ROOT, "%8d  no run counts: %d failed", workers, point.failed());
    }
    MedianInterval interval = point.throughput().get();
    int filled = (int) Math.round(cells * interval.median() / highest);
    String range = Amounts.scaled(interval.low()) + " to " + Amounts.scaled(interval.high());
    String failed = point.failed() == 0 ? "" : "  (" + point.failed() + " failed)";
    return String.format(
        Locale.ROOT,
        "%8d %9s  %-21s %5d  %s%s",
        workers,
        Amounts.scaled(interval.median()),
        range,
        point.counted(),
        cell.repeat(filled),
        failed);
  }
}
