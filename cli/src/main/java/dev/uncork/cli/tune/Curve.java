package dev.uncork.cli.tune;

import dev.uncork.cli.calibrate.HandOffFile;
import dev.uncork.cli.predict.Prediction;
import dev.uncork.cli.sweep.Units;
import dev.uncork.diagnosis.price.ProgramEstimate;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/**
 * What the model says about the final state on more cores.
 *
 * @param points empty where it says nothing
 * @param remark why not, if so
 */
record Curve(List<Prediction.Point> points, String remark) {
  private static final List<Integer> CORES = List.of(2, 8, 32, 128, 384);

  /**
   * The curve of an estimate.
   *
   * @param why there is none, if so
   */
  static Curve of(Optional<ProgramEstimate> estimate, String why) {
    if (estimate.isEmpty()) {
      return new Curve(List.of(), "no prediction for more cores: " + why);
    }
    ProgramEstimate known = estimate.get();
    if (!known.counted()) {
      return new Curve(
          List.of(),
          "no prediction for more cores: it needs a --progress that matches lines printed again and"
              + " again while the program runs");
    }
    if (!known.warnings().isEmpty()) {
      return new Curve(List.of(), "no prediction for more cores: " + known.warnings().get(0));
    }
    Prediction prediction = Prediction.of(known, HandOffFile.ofUser().read(), CORES, 1, null);
    return new Curve(prediction.now(), "");
  }

  void print(PrintStream out) {
    if (points.isEmpty()) {
      if (!remark.isEmpty()) {
        out.println("uncork: " + remark);
      }
      return;
    }
    out.println("Predicted on more cores, as it is now, a worker for each:");
    for (Prediction.Point point : points) {
      out.printf(
          "  %4d cores %10s  (%s to %s)%n",
          point.cores(),
          Units.threeDigits(point.throughput().value()),
          Units.threeDigits(point.throughput().low()),
          Units.threeDigits(point.throughput().high()));
    }
  }
}
