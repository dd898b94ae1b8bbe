package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Query;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Rows that queries shuffle in the same way as others did before them. */
final class RecomputedShuffles {
  private final Recomputing recomputing;
  private final ApplicationFacts facts;

  RecomputedShuffles(Recomputing recomputing) {
    this.recomputing = recomputing;
    facts = recomputing.facts();
  }

  Stream<SparkFinding> find(Application application) {
    List<RepeatedShuffles.Use> shuffles = RepeatedShuffles.of(application);
    return shuffles.stream().map(use -> use.with(shuffles)).flatMap(this::of);
  }

  private Stream<SparkFinding> of(RepeatedShuffles.Use use) {
    Map<Integer, StageTasks> again = recomputing.succeeded(use.again());
    double seconds = again.values().stream().mapToDouble(StageTasks::millis).sum() / 1000;
    if (again.isEmpty() || !recomputing.counts(seconds)) {
      return Stream.empty();
    }
    Set<StageTasks> all = new HashSet<>(again.values());
    StageTasks last =
        all.stream().max(Comparator.comparingDouble(StageTasks::millis)).orElseThrow();
    double tasks = facts.pricing().gain(Recomputing.without(all), 1, 1).seconds();
    TimeGain gain = facts.pricing().gain(tasks + driverSeconds(use.operators()), 0.4, 0.8);
    return Stream.of(Recomputing.rows(last, use.columns(), use.times(), seconds, gain));
  }

  /**
   * What the driver plans and broadcasts for such parts of queries while none of their stages runs:
   * as large a part of that as they are of the plan.
   */
  private double driverSeconds(Map<Long, Integer> operators) {
    double millis = 0;
    for (Query query : facts.recorded().application().queries()) {
      int again = operators.getOrDefault(query.id(), 0);
      if (again > 0 && query.plan().isPresent()) {
        int all = RepeatedShuffles.operators(query.plan().get());
        millis += (double) Math.min(again, all) / all * waitsForDriver(query.span());
      }
    }
    return millis / 1000;
  }

  /** Milliseconds of a query in which no stage ran. */
  private double waitsForDriver(Span query) {
    List<Span> ran =
        facts.recorded().stages().stream()
            .map(tasks -> tasks.stage().span())
            .filter(span -> query.holds(span.startMillis()))
            .sorted(Comparator.comparingLong(Span::startMillis))
            .toList();
    long at = query.startMillis();
    double waited = 0;
    for (Span span : ran) {
      waited += Math.max(0, span.startMillis() - at);
      at = Math.max(at, Math.min(span.endMillis(), query.endMillis()));
    }
    return waited + query.endMillis() - at;
  }
}
