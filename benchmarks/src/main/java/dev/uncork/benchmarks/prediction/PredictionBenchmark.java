package dev.uncork.benchmarks.prediction;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.diagnosis.price.HandOffCosts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures how far predictions are off, and writes docs/results/prediction.json.
 *
 * <p>Run it by {@code ./bench prediction}, which calibrates first. Predictions use no figure of the
 * runs that they are compared with, but for think and hold time at two workers (time dilation).
 */
public final class PredictionBenchmark {
  private static final double PERCENT = 100;
  private static final long WARM_UP_MILLIS = 20;

  private PredictionBenchmark() {}

  /**
   * Runs all parts.
   *
   * @param args the file of hand-off costs, and the file to write
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    HandOffCosts costs =
        new ObjectMapper().readValue(Path.of(args[0]).toFile(), HandOffCosts.class);
    ResultFile file = new ResultFile("./bench prediction", System.getProperty("java.vm.version"));
    Grid.measure(costs, WARM_UP_MILLIS);
    grid(Grid.measure(costs, Grid.MILLIS), file);
    List<Dilation.Result> results = new ArrayList<>();
    for (Dilation.Shape shape : Dilation.SHAPES) {
      results.add(Dilation.measure(shape, costs));
    }
    dilation(results, file);
    file.write(Path.of(args[1]));
  }

  private static void grid(List<Grid.Point> points, ResultFile file) {
    List<Double> errors = new ArrayList<>();
    Grid.Point worst = points.get(0);
    for (Grid.Point point : points) {
      errors.add(PERCENT * point.error());
      worst = point.error() > worst.error() ? point : worst;
      System.out.printf(
          "%-44s measured %11.0f predicted %11.0f (%+.1f %%)%n",
          point.name(),
          point.measured(),
          point.predicted(),
          PERCENT * (point.predicted() / point.measured() - 1));
    }
    Spread spread = Spread.of(errors);
    file.add(
        "grid-median-error",
        "%",
        spread,
        Map.of(),
        "predicted against measured throughput of "
            + points.size()
            + " programs with known hold time, think time, visits and class of lock; to reach: at"
            + " most 10");
    file.add(
        "grid-worst-error",
        "%",
        new Spread(spread.max(), spread.min(), spread.max(), spread.runs()),
        Map.of(),
        "the worst of them: " + worst.name() + "; to reach: at most 25");
  }

  private static void dilation(List<Dilation.Result> results, ResultFile file) {
    List<Double> errors = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> model = new ArrayList<>();
    List<Double> usl = new ArrayList<>();
    StringBuilder each = new StringBuilder();
    for (Dilation.Result result : results) {
      errors.add(PERCENT * result.saturationError());
      errors.add(PERCENT * result.kneeError());
      model.add(PERCENT * result.modelError());
      usl.add(PERCENT * result.uslError());
      ratios.add(result.uslError() / result.modelError());
      each.append(
          String.format(
              "%s: saturation off by %.1f %%, knee by %.1f %%; ",
              result.shape().name(),
              PERCENT * result.saturationError(),
              PERCENT * result.kneeError()));
    }
    Spread all = Spread.of(errors);
    file.add(
        "dilation-error",
        "%",
        new Spread(all.max(), all.min(), all.max(), all.runs()),
        Map.of(),
        each
            + "worst of saturation and knee with sleeping threads, up to 384; to reach: at most 15");
    file.add(
        "usl-error-ratio",
        "x",
        Spread.of(ratios),
        Map.of(),
        "mean error beyond 8 threads of a USL fitted to 1, 2, 4 and 8 workers, over that of the"
            + " model from 2 workers; to reach: at least 3");
    file.add(
        "dilation-curve-error",
        "%",
        Spread.of(model),
        Map.of("USL", Spread.of(usl)),
        "mean error of the predicted curve beyond 8 threads");
  }
}
