package dev.uncork.spark.profile;

import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.report.spark.ExecutorWords;
import dev.uncork.spark.event.ExecutorCost;
import dev.uncork.spark.event.HotLock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What an executor's tasks lost most time to, by all of its recordings and against its slots.
 *
 * @param share of its slots' time, 0 to 1
 */
public record ExecutorVerdict(FindingKind kind, String sentence, double share) {
  private static final double LEAST_OF_LOCKS = 0.01;
  private static final double LEAST_OF_OTHERS = 0.05;
  private static final long LEAST_MILLIS = 2_000;

  private record Candidate(
      FindingKind kind, String subject, String place, double share, double least) {}

  /**
   * Finds it.
   *
   * @param slots tasks that it runs at a time; 0 where unknown
   */
  public static ExecutorVerdict of(
      int slots, long recordedMillis, List<HotLock> locks, List<ExecutorCost> costs) {
    if (recordedMillis < LEAST_MILLIS) {
      return of(new Candidate(FindingKind.UNKNOWN, "", "", 0, 0));
    }
    List<Candidate> candidates = new ArrayList<>();
    for (HotLock lock : locks) {
      double share = lock.totalNanos / 1e6 / recordedMillis / Math.max(1, slots);
      candidates.add(
          new Candidate(FindingKind.CONTENDED_LOCK, lock.name, lock.site, share, LEAST_OF_LOCKS));
    }
    for (ExecutorCost cost : costs) {
      double share = cost.millis / recordedMillis;
      candidates.add(new Candidate(kind(cost), "", cost.place, share, LEAST_OF_OTHERS));
    }
    return of(
        candidates.stream()
            .filter(one -> one.share() >= one.least())
            .max(Comparator.comparingDouble(Candidate::share))
            .orElse(new Candidate(FindingKind.HEALTHY, "", "", 0, 0)));
  }

  private static ExecutorVerdict of(Candidate one) {
    double share = Math.min(1, one.share());
    return new ExecutorVerdict(
        one.kind(), ExecutorWords.cost(one.kind(), one.subject(), one.place(), share), share);
  }

  private static FindingKind kind(ExecutorCost cost) {
    return Arrays.stream(FindingKind.values())
        .filter(kind -> kind.label().equals(cost.kind))
        .findAny()
        .orElseThrow();
  }
}
