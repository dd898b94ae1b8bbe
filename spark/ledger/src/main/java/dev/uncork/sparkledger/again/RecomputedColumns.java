package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Columns that queries compute as others did before them. */
final class RecomputedColumns {
  /** What Spark's cache takes for a row of a few numbers: to make it, beyond computing it. */
  private static final double MILLIS_TO_KEEP = 150e-6;

  private static final double MILLIS_TO_READ = 40e-6;

  private final Recomputing recomputing;

  RecomputedColumns(Recomputing recomputing) {
    this.recomputing = recomputing;
  }

  Stream<SparkFinding> find(Application application) {
    return RepeatedColumns.of(application).stream().flatMap(this::of);
  }

  /**
   * What the stages did beside it isn't known: what is saved is at most all but the most, less what
   * it takes to put the rows into the cache and to get them from there again.
   */
  private Stream<SparkFinding> of(RepeatedColumns.Use use) {
    List<StageTasks> stages =
        recomputing.succeeded(use.stages()).values().stream()
            .sorted(Comparator.comparingDouble(Recomputing::work).reversed())
            .toList();
    Map<StageTasks, Double> best = new HashMap<>();
    Map<StageTasks, Double> usual = new HashMap<>();
    double reads = use.rows() * MILLIS_TO_READ * use.times() / Math.max(1, stages.size());
    for (StageTasks tasks : stages) {
      best.put(tasks, 1.0);
      usual.put(tasks, 1 - reads / Math.max(1, Recomputing.work(tasks)));
    }
    double seconds = stages.stream().skip(1).mapToDouble(Recomputing::work).sum() / 1000;
    if (stages.size() < 2 || !recomputing.counts(seconds)) {
      return Stream.empty();
    }
    StageTasks makes = stages.get(0);
    best.remove(makes);
    usual.put(makes, -use.rows() * MILLIS_TO_KEEP / Math.max(1, Recomputing.work(makes)));
    TimeGain gain =
        recomputing
            .facts()
            .pricing()
            .gain(Recomputing.without(usual), Recomputing.without(best), 0.1, 0.5);
    return Stream.of(Recomputing.rows(stages.get(1), List.of(), use.times(), seconds, gain));
  }
}
