package dev.uncork.cli.sweep;

import dev.uncork.cli.chart.Page;
import dev.uncork.scaling.law.MedianInterval;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A sweep's result as a page: the picture, and a table for each series. */
final class SweepPage {
  private SweepPage() {}

  static void write(SweepResult result, List<String> command, boolean complete, OutputStream to)
      throws IOException {
    Page page = new Page("uncork sweep", "Throughput against threads").command(command);
    if (!complete) {
      page.remark("The sweep was stopped before its end.");
    }
    result.noise().forEach(page::remark);
    page.picture(CurveChart.draw(result));
    result.series().forEach(series -> append(page, series, result.unit()));
    page.write(to);
  }

  private static void append(Page page, SweepResult.Series series, String unit) {
    page.heading(series.name().isEmpty() ? "Points" : series.name());
    page.table(
        List.of("workers", "median, " + unit, "interval", "confidence", "runs", "failed"),
        series.points().stream().map(SweepPage::row).toList());
    if (!series.laws().isEmpty()) {
      page.paragraph("Fitted laws, a description of what was measured, not a prediction:");
      page.list(series.laws().stream().map(TerminalCurve::describe).toList());
    }
  }

  private static List<String> row(SweepResult.CurvePoint point) {
    List<String> cells = new ArrayList<>(List.of(Integer.toString(point.point().workers())));
    if (point.throughput().isPresent()) {
      MedianInterval interval = point.throughput().get();
      cells.add(Units.threeDigits(interval.median()));
      cells.add(Units.threeDigits(interval.low()) + " to " + Units.threeDigits(interval.high()));
      cells.add(String.format(Locale.ROOT, "%.1f %%", interval.confidence() * 100));
    } else {
      cells.addAll(List.of("–", "–", "–"));
    }
    cells.add(Integer.toString(point.counted()));
    cells.add(Integer.toString(point.failed()));
    return cells;
  }
}
