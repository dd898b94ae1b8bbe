package dev.uncork.benchmarks.prediction;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.diagnosis.price.HandOffCosts.LockClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Measures how far predictions are off, and writes docs/results/prediction.json.
 *
 * <p>Run it by {@code ./bench prediction}, which calibrates first. Predictions use no figure of the
 * runs that they are compared with, but for think and hold time at two workers (time dilation). A
 * round has every program once; figures are of the medians of the rounds, their spread is that of
 * single rounds.
 */
public final class PredictionBenchmark {
  private static final double PERCENT = 100;
  private static final long WARM_UP_MILLIS = 20;
  private static final long GRID_MILLIS = 150;
  private static final int GRID_ROUNDS = 5;
  private static final int DILATION_ROUNDS = 3;

  /** The kernel counts in 10 ms, so that less would be noise of its own. */
  private static final double DISTURBED_SHARE = 0.15;

  private static final int ATTEMPTS = 4;

  private PredictionBenchmark() {}

  /**
   * Runs a part.
   *
   * @param args the file of hand-off costs, the file to write, and {@code grid} or {@code dilation}
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    HandOffCosts costs =
        new ObjectMapper().readValue(Path.of(args[0]).toFile(), HandOffCosts.class);
    ResultFile file = new ResultFile("./bench prediction", System.getProperty("java.vm.version"));
    switch (args[2]) {
      case "grid" -> grid(new Grid(costs), file);
      case "dilation" -> dilation(costs, file);
      default ->
          throw new IllegalArgumentException(
              "there is no part '" + args[2] + "'; expected grid or dilation");
    }
    file.write(Path.of(args[1]), true);
  }

  private static void grid(Grid grid, ResultFile file) throws InterruptedException {
    List<Grid.Shape> shapes = grid.shapes();
    for (Grid.Shape shape : shapes) {
      shape.measure(WARM_UP_MILLIS);
    }
    List<List<Double>> measured = new ArrayList<>();
    for (int round = 0; round < GRID_ROUNDS; round++) {
      for (int i = 0; i < shapes.size(); i++) {
        if (round == 0) {
          measured.add(new ArrayList<>());
        }
        measured.get(i).add(undisturbed(shapes.get(i)));
      }
    }
    double[] predicted = shapes.stream().mapToDouble(grid::predict).toArray();
    GridErrors errors = new GridErrors(shapes, predicted, measured);
    errors.print(System.out);
    figures(grid, shapes, errors, file);
  }

  private static void figures(
      Grid grid, List<Grid.Shape> shapes, GridErrors errors, ResultFile file) {
    Predicate<Grid.Shape> predictable = grid::predictable;
    long warned = shapes.stream().filter(predictable.negate()).count();
    file.add(
        "grid-median-error",
        "%",
        errors.spread(predictable, Spread::median),
        Map.of(),
        "predicted against measured throughput of "
            + (shapes.size() - warned)
            + " programs with known hold time, think time, visits and class of lock, some with"
            + " sections longer by a known delay; to reach: at most 10");
    file.add(
        "grid-worst-error",
        "%",
        errors.spread(predictable, Spread::max),
        Map.of(),
        "the worst of them: "
            + errors.worst(predictable).map(Grid.Shape::toString).orElse("none")
            + "; beyond 25 %: "
            + errors.beyond(25, predictable)
            + "; to reach: at most 25");
    file.add(
        "grid-warned-programs",
        "",
        Spread.of(List.of((double) warned)),
        Map.of(),
        "of "
            + shapes.size()
            + " get a warning instead of a number, because the calibration found that their class of"
            + " lock, held so long, is handed on at costs that differ from run to run; not in the"
            + " errors above; "
            + errors.count(predictable.negate(), grid::withinBand)
            + " of them lie within the band of these costs, the worst number would have been off by "
            + Math.round(
                warned == 0 ? 0 : errors.spread(predictable.negate(), Spread::max).median())
            + " %");
    for (LockClass lockClass : LockClass.values()) {
      file.add(
          "grid-worst-error-" + lockClass.name().toLowerCase(Locale.ROOT).replace('_', '-'),
          "%",
          errors.spread(
              shape -> shape.lockClass() == lockClass && predictable.test(shape), Spread::max),
          Map.of(),
          "the worst of the programs with this class of lock");
    }
    file.add(
        "amplification-median-error",
        "%",
        errors.spread(s -> s.amplified() && predictable.test(s), Spread::median),
        Map.of(),
        "the programs with sections longer by 1, 3 and 10 µs, predicted from the shape without");
  }

  /** Operations per second while other processes hardly worked, if there was such a time. */
  private static double undisturbed(Grid.Shape shape) throws InterruptedException {
    double rate = 0;
    double others = 1;
    for (int attempt = 0; attempt < ATTEMPTS && others > DISTURBED_SHARE; attempt++) {
      OtherProcesses before = OtherProcesses.read();
      double found = shape.measure(GRID_MILLIS);
      double share = OtherProcesses.read().shareSince(before);
      if (share < others || attempt == 0) {
        others = share;
        rate = found;
      }
    }
    return rate;
  }

  private static void dilation(HandOffCosts costs, ResultFile file) throws InterruptedException {
    List<Double> worsts = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    List<Double> model = new ArrayList<>();
    List<Double> usl = new ArrayList<>();
    StringBuilder each = new StringBuilder();
    for (int round = 0; round < DILATION_ROUNDS; round++) {
      double worst = 0;
      for (Dilation.Shape shape : Dilation.SHAPES) {
        Dilation.Result result = Dilation.measure(shape, costs);
        worst = Math.max(worst, Math.max(result.saturationError(), result.kneeError()));
        model.add(PERCENT * result.modelError());
        usl.add(PERCENT * result.uslError());
        ratios.add(result.uslError() / result.modelError());
        each.append(round > 0 ? "" : String.format(Locale.ROOT, "%s; ", result));
      }
      worsts.add(PERCENT * worst);
    }
    file.add(
        "dilation-error",
        "%",
        Spread.of(worsts),
        Map.of(),
        "worst of saturation and knee of "
            + Dilation.SHAPES.size()
            + " programs with sleeping threads, 1 to 384; first round: "
            + each
            + "to reach: at most 15");
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
