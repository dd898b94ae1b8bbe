package dev.uncork.benchmarks.prediction;

import dev.uncork.benchmarks.results.Spread;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * How far the predictions of a grid are off, in percent: against the medians of the rounds, and
 * against single rounds.
 */
final class GridErrors {
  private static final double PERCENT = 100;

  private final List<Grid.Shape> shapes;
  private final double[] predicted;
  private final List<List<Double>> measured;

  /**
   * Errors of a grid.
   *
   * @param measured for each shape its throughput in each round
   */
  GridErrors(List<Grid.Shape> shapes, double[] predicted, List<List<Double>> measured) {
    this.shapes = shapes;
    this.predicted = predicted;
    this.measured = measured;
  }

  private double measured(int shape) {
    return Spread.of(measured.get(shape)).median();
  }

  private double error(int shape) {
    return PERCENT * Math.abs(predicted[shape] / measured(shape) - 1);
  }

  /** A figure of the errors of some shapes, with its least and greatest value in one round. */
  Spread spread(Predicate<Grid.Shape> which, ToDoubleFunction<Spread> figure) {
    List<Double> errors = new ArrayList<>();
    List<List<Double>> byRound = new ArrayList<>();
    for (int i = 0; i < shapes.size(); i++) {
      if (which.test(shapes.get(i))) {
        errors.add(error(i));
        for (int round = 0; round < measured.get(i).size(); round++) {
          if (byRound.size() <= round) {
            byRound.add(new ArrayList<>());
          }
          byRound.get(round).add(PERCENT * Math.abs(predicted[i] / measured.get(i).get(round) - 1));
        }
      }
    }
    Spread rounds =
        Spread.of(byRound.stream().map(r -> figure.applyAsDouble(Spread.of(r))).toList());
    double value = figure.applyAsDouble(Spread.of(errors));
    return new Spread(
        value, Math.min(value, rounds.min()), Math.max(value, rounds.max()), rounds.runs());
  }

  Grid.Shape worst() {
    int worst = 0;
    for (int i = 0; i < shapes.size(); i++) {
      worst = error(i) > error(worst) ? i : worst;
    }
    return shapes.get(worst);
  }

  /** Shapes that are off by more. */
  int beyond(double percent) {
    int count = 0;
    for (int i = 0; i < shapes.size(); i++) {
      count += error(i) > percent ? 1 : 0;
    }
    return count;
  }

  void print(PrintStream out) {
    for (int i = 0; i < shapes.size(); i++) {
      Spread spread = Spread.of(measured.get(i));
      out.printf(
          "%-70s measured %9.0f (%9.0f to %9.0f) predicted %9.0f (%+.1f %%)%n",
          shapes.get(i),
          spread.median(),
          spread.min(),
          spread.max(),
          predicted[i],
          PERCENT * (predicted[i] / spread.median() - 1));
    }
  }
}
