package dev.uncork.report.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.DoubleFunction;
import java.util.regex.Pattern;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A picture of curves with their intervals and bands, as PNG or SVG. */
public final class LineChart {
  private static final int WIDTH_PIXELS = 1_000;
  private static final int HEIGHT_PIXELS = 540;
  private static final int PALE_ALPHA = 90;
  private static final Pattern STYLE = Pattern.compile("style=\"([^\"]*)\"");

  /** How a line is drawn. */
  public enum Stroke {
    SOLID(),
    LONG_DASHES(6, 4),
    SHORT_DASHES(2, 3);

    private final float[] dashes;

    Stroke(float... dashes) {
      this.dashes = dashes;
    }

    private BasicStroke stroke() {
      float[] pattern = dashes.length == 0 ? null : dashes;
      return new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, pattern, 0);
    }
  }

  private final XYChart chart;

  public LineChart(String title, String xTitle, String yTitle) {
    // A server may have no display.
    System.setProperty("java.awt.headless", "true");
    chart =
        new XYChartBuilder()
            .width(WIDTH_PIXELS)
            .height(HEIGHT_PIXELS)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    chart.getStyler().setYAxisMin(0.0).setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
  }

  /** Both axes logarithmic, for values above 0 that differ by orders of magnitude. */
  public LineChart logarithmic() {
    chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
    chart.getStyler().setYAxisMin(null);
    return this;
  }

  /** Counts below, where nothing lies between whole numbers, and on the left numbers as given. */
  public LineChart ticks(DoubleFunction<String> left) {
    chart
        .getStyler()
        .setxAxisTickLabelsFormattingFunction(
            count -> count == Math.rint(count) ? Long.toString(Math.round(count)) : "")
        .setyAxisTickLabelsFormattingFunction(left::apply);
    return this;
  }

  /** A curve with its points marked. */
  public void curve(String name, double[] x, double[] y, Color colour) {
    XYSeries drawn = chart.addSeries(name, x, y);
    drawn.setMarker(SeriesMarkers.CIRCLE);
    drawn.setLineColor(colour);
    drawn.setMarkerColor(colour);
    drawn.setLineStyle(Stroke.SOLID.stroke());
  }

  /** A curve without points. */
  public void line(String name, double[] x, double[] y, Color colour, Stroke stroke) {
    add(name, x, y, colour, stroke).setShowInLegend(true);
  }

  /** A vertical line from one value to another. */
  public void interval(String name, double x, double low, double high, Color colour) {
    add(name, new double[] {x, x}, new double[] {low, high}, colour, Stroke.SOLID);
  }

  /** A pale line below and one above. */
  public void band(String name, double[] x, double[] low, double[] high, Color colour) {
    Color pale = new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), PALE_ALPHA);
    add(name + " low", x, low, pale, Stroke.SOLID);
    add(name + " high", x, high, pale, Stroke.SOLID);
  }

  private XYSeries add(String name, double[] x, double[] y, Color colour, Stroke stroke) {
    XYSeries drawn = chart.addSeries(name, x, y);
    drawn.setShowInLegend(false);
    drawn.setMarker(SeriesMarkers.NONE);
    drawn.setLineColor(colour);
    drawn.setLineStyle(stroke.stroke());
    return drawn;
  }

  /** Writes the picture as PNG. */
  public void writePng(OutputStream to) throws IOException {
    BitmapEncoder.saveBitmap(chart, to, BitmapEncoder.BitmapFormat.PNG);
  }

  /** Writes the picture as SVG. */
  public void writeSvg(OutputStream to) throws IOException {
    VectorGraphicsEncoder.saveVectorGraphic(
        chart, to, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
  }

  /**
   * The SVG element, to be put into a page. It has attributes in place of inline styles, which a
   * content security policy forbids.
   */
  public String svgElement() throws IOException {
    ByteArrayOutputStream svg = new ByteArrayOutputStream();
    writeSvg(svg);
    String text = svg.toString(StandardCharsets.UTF_8);
    return STYLE
        .matcher(text.substring(text.indexOf("<svg")))
        .replaceAll(
            style -> style.group(1).replaceAll("([\\w-]+):([^;]*);?", "$1=\"$2\" ").strip());
  }
}
