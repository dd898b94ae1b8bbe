package dev.uncork.report.chart;

import dev.uncork.report.words.Amounts;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.law.ScalingLaw;
import dev.uncork.scaling.sweep.SweepResult;
import java.awt.Color;
import java.util.List;

/** The picture "throughput against threads": medians with their intervals, and the fitted laws. */
public final class SweepChart {
  private static final int LAW_STEPS = 100;

  private SweepChart() {}

  /** Draws it. */
  public static LineChart draw(SweepResult result) {
    LineChart chart =
        new LineChart("Throughput against threads", "workers", result.unit())
            .ticks(Amounts::scaled);
    boolean alone = result.series().size() == 1;
    for (int i = 0; i < result.series().size(); i++) {
      SweepResult.Series series = result.series().get(i);
      Color colour = ChartColours.of(i);
      addPoints(chart, series, colour);
      for (ScalingLaw law : series.laws()) {
        // The bands of several curves would hide each other.
        boolean usl = law.form() == ScalingLaw.Form.USL;
        Color own = alone ? ChartColours.of(usl ? 1 : 2) : colour;
        addLaw(chart, series, law, alone, own);
      }
    }
    return chart;
  }

  private static void addPoints(LineChart chart, SweepResult.Series series, Color colour) {
    List<SweepResult.CurvePoint> points =
        series.points().stream().filter(point -> point.throughput().isPresent()).toList();
    if (points.isEmpty()) {
      return;
    }
    double[] workers = points.stream().mapToDouble(p -> p.point().workers()).toArray();
    double[] medians =
        points.stream().mapToDouble(p -> p.throughput().orElseThrow().median()).toArray();
    chart.curve(title("measured", series), workers, medians, colour);
    for (int i = 0; i < workers.length; i++) {
      MedianInterval interval = points.get(i).throughput().orElseThrow();
      String name = title("interval at " + workers[i], series);
      chart.interval(name, workers[i], interval.low(), interval.high(), colour);
    }
  }

  private static void addLaw(
      LineChart chart, SweepResult.Series series, ScalingLaw law, boolean band, Color colour) {
    int last = series.points().stream().mapToInt(p -> p.point().workers()).max().orElse(1);
    double[] workers = new double[LAW_STEPS + 1];
    double[][] curves = new double[3][LAW_STEPS + 1];
    for (int i = 0; i <= LAW_STEPS; i++) {
      // Only over what was measured: a law describes, it doesn't predict.
      workers[i] = 1 + (last - 1.0) * i / LAW_STEPS;
      Interval at = law.at(workers[i]);
      curves[0][i] = at.value();
      curves[1][i] = at.low();
      curves[2][i] = at.high();
    }
    String name = law.form().title();
    LineChart.Stroke stroke =
        law.form() == ScalingLaw.Form.USL
            ? LineChart.Stroke.LONG_DASHES
            : LineChart.Stroke.SHORT_DASHES;
    String legend = title(name + (band ? " with band" : "") + " (description)", series);
    chart.line(legend, workers, curves[0], colour, stroke);
    if (band) {
      chart.band(title(name, series), workers, curves[1], curves[2], colour);
    }
  }

  private static String title(String what, SweepResult.Series series) {
    return series.name().isEmpty() ? what : series.name() + ": " + what;
  }
}
