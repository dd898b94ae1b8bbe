package dev.uncork.benchmarks.prediction;

import dev.uncork.benchmarks.results.Spread;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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

  /** The shape that is off most, of some. */
  Optional<Grid.Shape> worst(Predicate<Grid.Shape> which) {
    return IntStream.range(0, shapes.size())
        .filter(i -> which.test(shapes.get(i)))
        .boxed()
        .max(Comparator.comparingDouble(this::error))
        .map(shapes::get);
  }

  /** How many of some shapes are off by more. */
  long beyond(double percent, Predicate<Grid.Shape> which) {
    return IntStream.range(0, shapes.size())
        .filter(i -> which.test(shapes.get(i)) && error(i) > percent)
        .count();
  }

  /** How many of some shapes were measured, in the median, where the predicate says. */
  long count(Predicate<Grid.Shape> which, BiPredicate<Grid.Shape, Double> measuredThere) {
    return IntStream.range(0, shapes.size())
        .filter(i -> which.test(shapes.get(i)))
        .filter(i -> measuredThere.test(shapes.get(i), measured(i)))
        .count();
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
