package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Text files that many queries parse. */
final class RecomputedScans {
  /** Two may well read the same files: to keep their rows costs memory. */
  private static final int MANY_READERS = 3;

  private final Recomputing recomputing;

  RecomputedScans(Recomputing recomputing) {
    this.recomputing = recomputing;
  }

  Stream<SparkFinding> find(Application application) {
    return RepeatedScans.of(application).stream().flatMap(this::of);
  }

  /** To parse them takes at most what the least of these stages takes. */
  private Stream<SparkFinding> of(RepeatedScans.Use use) {
    List<StageTasks> stages = List.copyOf(recomputing.succeeded(use.stages()).values());
    if (use.times() < MANY_READERS || stages.size() < MANY_READERS) {
      return Stream.empty();
    }
    double bound = stages.stream().mapToDouble(Recomputing::work).min().orElse(0);
    Map<StageTasks, Double> shares = new HashMap<>();
    stages.stream()
        .skip(1)
        .forEach(tasks -> shares.put(tasks, bound / Math.max(1, Recomputing.work(tasks))));
    double seconds = bound * shares.size() / 1000;
    if (!recomputing.counts(seconds)) {
      return Stream.empty();
    }
    StageTasks last = stages.get(stages.size() - 1);
    TimeGain gain = recomputing.facts().pricing().gain(Recomputing.without(shares), 0.2, 0.6);
    return Stream.of(Recomputing.rows(last, List.of(), use.times(), seconds, gain));
  }
}
