package dev.uncork.report.chart;

import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.price.ProgramEstimate;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;

/** The picture of a prediction: a curve with its band now, and one after each step. */
public final class PredictionChart {
  /** Greatest against least throughput from which on the axes are logarithmic. */
  private static final double ORDERS_OF_MAGNITUDE = 20;

  private static final Color MEASURED = Color.DARK_GRAY;

  private PredictionChart() {}

  /** Draws it. */
  public static LineChart draw(Prediction prediction) {
    LineChart chart =
        new LineChart(
            "Predicted throughput, with bands",
            "cores",
            prediction.estimate().counted() ? "operations/s" : "times the recorded speed");
    List<Prediction.Point> all = new ArrayList<>(prediction.now());
    prediction.journey().forEach(step -> all.addAll(step.curve()));
    double most = all.stream().mapToDouble(p -> p.throughput().high()).max().orElse(1);
    double least = all.stream().mapToDouble(p -> p.throughput().low()).min().orElse(1);
    if (least > 0 && most > ORDERS_OF_MAGNITUDE * least) {
      chart.logarithmic();
    }
    measured(chart, prediction.estimate().measuredCurve());
    add(chart, "now", prediction.now(), 0);
    for (int i = 0; i < prediction.journey().size(); i++) {
      Prediction.Step step = prediction.journey().get(i);
      String lock = step.remedy().lock();
      String name = lock.substring(lock.lastIndexOf('.') + 1);
      add(chart, (i + 1) + ": " + step.remedy().label() + " " + name, step.curve(), i + 1);
    }
    return chart;
  }

  /** What was measured on fewer cores, and so below the recorded point. */
  private static void measured(LineChart chart, List<ProgramEstimate.Measured> curve) {
    if (!curve.isEmpty()) {
      chart.curve(
          "measured in the run",
          curve.stream().mapToDouble(ProgramEstimate.Measured::cores).toArray(),
          curve.stream().mapToDouble(point -> point.throughput().value()).toArray(),
          MEASURED);
    }
  }

  private static void add(LineChart chart, String name, List<Prediction.Point> points, int index) {
    Color colour = ChartColours.of(index);
    double[] cores = points.stream().mapToDouble(Prediction.Point::cores).toArray();
    chart.curve(
        name, cores, points.stream().mapToDouble(p -> p.throughput().value()).toArray(), colour);
    chart.band(
        name,
        cores,
        points.stream().mapToDouble(p -> p.throughput().low()).toArray(),
        points.stream().mapToDouble(p -> p.throughput().high()).toArray(),
        colour);
  }
}
