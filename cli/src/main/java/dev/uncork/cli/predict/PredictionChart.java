package dev.uncork.cli.predict;

import dev.uncork.cli.sweep.ChartColours;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.DoubleStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The picture of a prediction: a curve with its band now, and one after each step. */
public final class PredictionChart {
  private static final int WIDTH_PIXELS = 900;
  private static final int HEIGHT_PIXELS = 540;
  private static final int PALE_ALPHA = 80;

  private PredictionChart() {}

  /** Writes it as PNG. */
  public static void writePng(Prediction prediction, OutputStream to) throws IOException {
    BitmapEncoder.saveBitmap(draw(prediction), to, BitmapEncoder.BitmapFormat.PNG);
  }

  /** Writes it as SVG. */
  public static void writeSvg(Prediction prediction, OutputStream to) throws IOException {
    VectorGraphicsEncoder.saveVectorGraphic(
        draw(prediction), to, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
  }

  private static XYChart draw(Prediction prediction) {
    System.setProperty("java.awt.headless", "true");
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH_PIXELS)
            .height(HEIGHT_PIXELS)
            .title("Predicted throughput, with bands")
            .xAxisTitle("cores")
            .yAxisTitle(
                prediction.estimate().counted() ? "operations/s" : "times the recorded speed")
            .build();
    chart
        .getStyler()
        .setYAxisMin(0.0)
        .setLegendPosition(Styler.LegendPosition.InsideNW)
        .setChartBackgroundColor(Color.WHITE);
    add(chart, "now", prediction.now(), 0);
    for (int i = 0; i < prediction.journey().size(); i++) {
      Prediction.Step step = prediction.journey().get(i);
      String lock = step.remedy().lock();
      String name = lock.substring(lock.lastIndexOf('.') + 1);
      add(chart, (i + 1) + ": " + step.remedy().label() + " " + name, step.curve(), i + 1);
    }
    return chart;
  }

  private static void add(XYChart chart, String name, List<Prediction.Point> points, int index) {
    Color colour = ChartColours.of(index);
    Color pale = new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), PALE_ALPHA);
    double[] cores = points.stream().mapToDouble(Prediction.Point::cores).toArray();
    XYSeries line =
        chart.addSeries(
            name, cores, points.stream().mapToDouble(p -> p.throughput().value()).toArray());
    line.setMarker(SeriesMarkers.CIRCLE);
    line.setMarkerColor(colour);
    line.setLineColor(colour);
    bound(
        chart, name + " low", cores, points.stream().mapToDouble(p -> p.throughput().low()), pale);
    bound(
        chart,
        name + " high",
        cores,
        points.stream().mapToDouble(p -> p.throughput().high()),
        pale);
  }

  private static void bound(
      XYChart chart, String name, double[] cores, DoubleStream values, Color colour) {
    XYSeries line = chart.addSeries(name, cores, values.toArray());
    line.setShowInLegend(false);
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(colour);
    line.setLineStyle(new BasicStroke(1f));
  }
}
