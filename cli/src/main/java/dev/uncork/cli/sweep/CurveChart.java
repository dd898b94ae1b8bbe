package dev.uncork.cli.sweep;

import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.law.ScalingLaw;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The picture "throughput against threads": medians with their intervals, and the fitted laws. */
final class CurveChart {
  private static final int WIDTH_PIXELS = 900;
  private static final int HEIGHT_PIXELS = 540;
  private static final int LAW_STEPS = 100;
  private static final int PALE_ALPHA = 90;
  private static final float[] SOLID = {};
  private static final float[] LONG_DASHES = {6, 4};
  private static final float[] SHORT_DASHES = {2, 3};

  private CurveChart() {}

  static void writePng(SweepResult result, OutputStream to) throws IOException {
    BitmapEncoder.saveBitmap(draw(result), to, BitmapEncoder.BitmapFormat.PNG);
  }

  static void writeSvg(SweepResult result, OutputStream to) throws IOException {
    VectorGraphicsEncoder.saveVectorGraphic(
        draw(result), to, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
  }

  private static XYChart draw(SweepResult result) {
    // No window is ever opened, and a server may have no display.
    System.setProperty("java.awt.headless", "true");
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH_PIXELS)
            .height(HEIGHT_PIXELS)
            .title("Throughput against threads")
            .xAxisTitle("workers")
            .yAxisTitle(result.unit())
            .build();
    chart
        .getStyler()
        .setYAxisMin(0.0)
        .setLegendPosition(Styler.LegendPosition.InsideSE)
        .setChartBackgroundColor(Color.WHITE);
    boolean alone = result.series().size() == 1;
    for (int i = 0; i < result.series().size(); i++) {
      SweepResult.Series series = result.series().get(i);
      Color colour = ChartColours.of(i);
      addPoints(chart, series, colour);
      for (ScalingLaw law : series.laws()) {
        // The bands of several curves would hide each other.
        boolean usl = law.form() == ScalingLaw.Form.USL;
        addLaw(
            chart,
            series,
            law,
            alone,
            alone && usl ? ChartColours.of(1) : alone ? ChartColours.of(2) : colour);
      }
    }
    return chart;
  }

  private static void addPoints(XYChart chart, SweepResult.Series series, Color colour) {
    List<SweepResult.CurvePoint> points =
        series.points().stream().filter(point -> point.throughput().isPresent()).toList();
    if (points.isEmpty()) {
      return;
    }
    double[] workers = points.stream().mapToDouble(p -> p.point().workers()).toArray();
    double[] medians =
        points.stream().mapToDouble(p -> p.throughput().orElseThrow().median()).toArray();
    XYSeries drawn = chart.addSeries(title("measured", series), workers, medians);
    drawn.setMarker(SeriesMarkers.CIRCLE);
    drawn.setLineColor(colour);
    drawn.setMarkerColor(colour);
    for (int i = 0; i < workers.length; i++) {
      MedianInterval interval = points.get(i).throughput().orElseThrow();
      double[] both = {workers[i], workers[i]};
      line(
          chart,
          title("interval at " + workers[i], series),
          both,
          new double[] {interval.low(), interval.high()},
          colour,
          SOLID);
    }
  }

  private static void addLaw(
      XYChart chart, SweepResult.Series series, ScalingLaw law, boolean band, Color colour) {
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
    float[] dashes = law.form() == ScalingLaw.Form.USL ? LONG_DASHES : SHORT_DASHES;
    String legend = title(name + (band ? " with band" : "") + " (description)", series);
    line(chart, legend, workers, curves[0], colour, dashes).setShowInLegend(true);
    if (band) {
      Color pale = new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), PALE_ALPHA);
      line(chart, title(name + " low", series), workers, curves[1], pale, SOLID);
      line(chart, title(name + " high", series), workers, curves[2], pale, SOLID);
    }
  }

  private static XYSeries line(
      XYChart chart, String name, double[] x, double[] y, Color colour, float[] dashes) {
    XYSeries drawn = chart.addSeries(name, x, y);
    drawn.setShowInLegend(false);
    drawn.setMarker(SeriesMarkers.NONE);
    drawn.setLineColor(colour);
    float[] pattern = dashes.length == 0 ? null : dashes;
    drawn.setLineStyle(
        new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, pattern, 0));
    return drawn;
  }

  private static String title(String what, SweepResult.Series series) {
    return series.name().isEmpty() ? what : series.name() + ": " + what;
  }
}
