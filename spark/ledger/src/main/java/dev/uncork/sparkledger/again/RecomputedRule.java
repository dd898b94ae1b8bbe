package dev.uncork.sparkledger.again;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.Query;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds what is computed again by each action that uses it, since nothing keeps it: RDDs, and rows
 * of queries; and text that is read or parsed more than once.
 */
public final class RecomputedRule {
  private final ApplicationFacts facts;

  public RecomputedRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  /** Of each kind what is worth most: one of another holds much the same time. */
  public List<SparkFinding> find() {
    Application application = facts.recorded().application();
    if (application.driver().demand().served()) {
      return List.of(); // Who asks twice may want it computed twice.
    }
    Recomputing stages = new Recomputing(facts);
    Application own = withoutBatches(application);
    Stream<SparkFinding> rows =
        Stream.of(
                new RecomputedShuffles(stages).find(own),
                new RecomputedColumns(stages).find(own),
                new RecomputedScans(stages).find(own))
            .flatMap(found -> found);
    return Stream.of(
            new RecomputedRdds(stages).find(ofBatches(application)),
            rows,
            InferredSchemas.find(facts),
            new ParsedTexts(stages).find(application))
        .flatMap(
            found -> found.max(Comparator.comparingDouble(each -> each.gain().seconds())).stream())
        .toList();
  }

  /** The stages of queries that a function of the program's runs on a batch of a stream. */
  private static Set<Integer> ofBatches(Application application) {
    Set<Long> queries = new HashSet<>();
    for (Query query : application.queries()) {
      boolean within = query.root() != query.id();
      if (within && inStream(application, query)) {
        queries.add(query.id());
      }
    }
    Set<Integer> stages = new HashSet<>();
    for (Job job : application.jobs()) {
      if (job.query().isPresent() && queries.contains(job.query().getAsLong())) {
        stages.addAll(job.stages());
      }
    }
    return stages;
  }

  private static boolean inStream(Application application, Query query) {
    return application.driver().demand().streams().stream()
        .anyMatch(stream -> stream.holds(query.span().startMillis()));
  }

  /** Queries of a stream look alike, and each reads other rows. */
  private static Application withoutBatches(Application all) {
    return all.with(all.queries().stream().filter(query -> !inStream(all, query)).toList());
  }
}
