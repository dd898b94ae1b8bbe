package dev.uncork.spark.profile;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.recording.Frame;
import dev.uncork.spark.event.ExecutorCost;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an executor lost time to, locks aside, summed over its recordings: each counts by its
 * length.
 *
 * <p>Only what holds whatever the number of slots: that threads idle or one works alone says
 * nothing of an executor, whose tasks the driver deals out.
 */
final class CostTotals {
  private static final int MAX_COSTS = 200;
  private static final String GC = FindingKind.GC.label();

  private static final String SPARK = "org.apache.spark.";

  private static final Set<FindingKind> OF_THE_CODE =
      Set.of(
          FindingKind.SAFEPOINTS,
          FindingKind.EXCEPTIONS,
          FindingKind.CLASS_LOADING,
          FindingKind.COMPILATION,
          FindingKind.CPU_QUOTA,
          FindingKind.ATOMIC_RETRIES,
          FindingKind.SPINNING,
          FindingKind.SHARED_LINE);

  private final Map<String, ExecutorCost> costs = new HashMap<>();

  /** Adds a recording. */
  void add(Diagnosis diagnosis) {
    double millis = diagnosis.recording().durationNanos() / 1e6;
    // Exact, also where it is too little to be a finding of this recording.
    add(new ExecutorCost(GC, "", diagnosis.process().gcPauseNanos() / 1e6));
    for (Finding finding : diagnosis.findings()) {
      if (OF_THE_CODE.contains(finding.kind())) {
        String place =
            finding.location().filter(at -> helps(finding, at)).map(Frame::toString).orElse("");
        add(new ExecutorCost(finding.kind().label(), place, finding.savedShareAtMost() * millis));
      }
    }
  }

  /** Where Spark itself needs a class is no place that its user could change. */
  private static boolean helps(Finding finding, Frame place) {
    return finding.kind() != FindingKind.CLASS_LOADING || !place.className().startsWith(SPARK);
  }

  private void add(ExecutorCost cost) {
    if (cost.millis <= 0) {
      return;
    }
    costs.merge(
        cost.kind + "\t" + cost.place,
        cost,
        (a, b) -> new ExecutorCost(a.kind, a.place, a.millis + b.millis));
    if (costs.size() > MAX_COSTS) {
      List<ExecutorCost> kept = largest(MAX_COSTS / 2);
      costs.values().retainAll(kept);
    }
  }

  /** Those that cost most so far. */
  List<ExecutorCost> largest(int count) {
    return costs.values().stream()
        .sorted(Comparator.comparingDouble((ExecutorCost cost) -> cost.millis).reversed())
        .limit(count)
        .toList();
  }
}
