package dev.uncork.report.html;

import dev.uncork.report.chart.SweepChart;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.SweepWords;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.sweep.SweepResult;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A sweep's result as a page: the picture, and a table for each series. */
public final class SweepPage {
  private SweepPage() {}

  /** Writes the page. */
  public static void write(
      SweepResult result, List<String> command, boolean complete, OutputStream to)
      throws IOException {
    PlainPage page = new PlainPage("uncork sweep", "Throughput against threads").command(command);
    if (!complete) {
      page.remark("The sweep was stopped before its end.");
    }
    SweepWords.noise(result.noise()).forEach(page::remark);
    page.picture(SweepChart.draw(result));
    result.series().forEach(series -> append(page, series, result.unit()));
    page.write(to);
  }

  private static void append(PlainPage page, SweepResult.Series series, String unit) {
    page.heading(series.name().isEmpty() ? "Points" : series.name());
    page.table(
        List.of("workers", "median, " + unit, "interval", "confidence", "runs", "failed"),
        series.points().stream().map(SweepPage::row).toList());
    if (!series.laws().isEmpty()) {
      page.paragraph("Fitted laws, a description of what was measured, not a prediction:");
      page.list(series.laws().stream().map(SweepWords::law).toList());
    }
  }

  private static List<String> row(SweepResult.CurvePoint point) {
    List<String> cells = new ArrayList<>(List.of(Integer.toString(point.point().workers())));
    if (point.throughput().isPresent()) {
      MedianInterval interval = point.throughput().get();
      cells.add(Amounts.scaled(interval.median()));
      cells.add(Amounts.scaled(interval.low()) + " to " + Amounts.scaled(interval.high()));
      cells.add(String.format(Locale.ROOT, "%.1f %%", interval.confidence() * 100));
    } else {
      cells.addAll(List.of("–", "–", "–"));
    }
    cells.add(Integer.toString(point.counted()));
    cells.add(Integer.toString(point.failed()));
    return cells;
  }
}
