package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.price.NotPriceable;
import dev.uncork.diagnosis.price.Pricing;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.report.words.PriceWords;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.Forecast;
import dev.uncork.scaling.network.Journey;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.WorkloadChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The predicted curve for every combination of a few remedies, so that a page can switch between
 * them without a model of its own.
 */
final class ForecastData {
  private static final int TARGET_CORES = 64;
  private static final int MOST_CORES = 128;
  private static final int MOST_SWITCHES = 6;
  private static final int STRIPES = 1024;
  private static final int CHUNK = 32;

  private ForecastData() {}

  static void add(Pricing pricing, Strings strings, ObjectNode node) {
    ProgramEstimate estimate;
    try {
      estimate = pricing.estimate();
    } catch (NotPriceable e) {
      node.put("why", PriceWords.refusal(e.reason()));
      return;
    }
    if (!estimate.doubts().isEmpty()) {
      int more = estimate.doubts().size() - 1;
      String first = PriceWords.doubt(estimate.doubts().get(0));
      node.put("why", first + (more > 0 ? " (and " + more + " more)" : ""));
      return;
    }
    node.put("unit", estimate.counted() ? "operations/s" : "times the recorded speed");
    node.put("calibrated", pricing.costs().calibrated());
    ObjectNode measured = node.putObject("measured");
    measured.put("threads", estimate.threads());
    measured.put("cores", Resample.rounded(estimate.cores()));
    measured.put("throughput", Resample.rounded(estimate.measured()));
    measured.put("modelled", Resample.rounded(estimate.modelled()));
    ArrayNode inRun = node.putArray("inRun");
    for (ProgramEstimate.Measured point : estimate.measuredCurve()) {
      ArrayNode one = inRun.addArray().add(point.cores());
      Resample.add(one, point.throughput().value());
    }
    List<Integer> cores = coreCounts(estimate);
    ArrayNode counts = node.putArray("cores");
    cores.forEach(counts::add);
    List<WorkloadChange> remedies = remedies(estimate.forecast());
    ArrayNode switches = node.putArray("switches");
    for (WorkloadChange remedy : remedies) {
      switches.addObject().put("label", remedy.label()).put("text", strings.index(words(remedy)));
    }
    ArrayNode curves = node.putArray("curves");
    for (int mask = 0; mask < 1 << remedies.size(); mask++) {
      curve(after(estimate.forecast(), remedies, mask), cores, curves.addArray());
    }
  }

  private static Forecast after(Forecast forecast, List<WorkloadChange> remedies, int mask) {
    Forecast after = forecast;
    for (int i = 0; i < remedies.size(); i++) {
      after = (mask & 1 << i) == 0 ? after : after.after(remedies.get(i));
    }
    return after;
  }

  /** Low, expected and high throughput at each number of cores, then what limits at the most. */
  private static void curve(Forecast forecast, List<Integer> cores, ArrayNode node) {
    ArrayNode low = node.addArray();
    ArrayNode expected = node.addArray();
    ArrayNode high = node.addArray();
    for (int count : cores) {
      Interval throughput = forecast.throughput(count, count);
      Resample.add(low, throughput.low());
      Resample.add(expected, throughput.value());
      Resample.add(high, throughput.high());
    }
  }

  private static List<Integer> coreCounts(ProgramEstimate estimate) {
    Set<Integer> counts = new TreeSet<>();
    for (int count = 1; count <= MOST_CORES; count *= 2) {
      counts.add(count);
    }
    counts.add(Math.max(1, Math.min(MOST_CORES, (int) Math.round(estimate.cores()))));
    return List.copyOf(counts);
  }

  /** The steps of the best journey, then what else could be done about the most demanded locks. */
  private static List<WorkloadChange> remedies(Forecast forecast) {
    Set<WorkloadChange> remedies = new LinkedHashSet<>();
    Journey.best(forecast, TARGET_CORES, TARGET_CORES, STRIPES).stream()
        .limit(MOST_SWITCHES - 2)
        .forEach(step -> remedies.add(step.remedy()));
    List<LockDemand> locks = new ArrayList<>(forecast.workload().locks());
    locks.sort(Comparator.comparingDouble(LockDemand::saturatedSeconds).reversed());
    for (LockDemand lock : locks) {
      for (WorkloadChange.Kind kind :
          List.of(
              WorkloadChange.Kind.HALVE, WorkloadChange.Kind.CHUNK, WorkloadChange.Kind.STRIPE)) {
        int factor =
            kind == WorkloadChange.Kind.CHUNK
                ? CHUNK
                : kind == WorkloadChange.Kind.STRIPE ? STRIPES : 1;
        if (remedies.size() < MOST_SWITCHES) {
          remedies.add(new WorkloadChange(kind, lock.name(), factor));
        }
      }
    }
    return List.copyOf(remedies);
  }

  private static String words(WorkloadChange remedy) {
    return switch (remedy.kind()) {
      case REMOVE -> "Remove " + remedy.lock();
      case STRIPE -> "Split " + remedy.lock() + " into " + remedy.factor() + " stripes";
      case CHUNK -> "Take " + remedy.lock() + " once for " + remedy.factor() + " units";
      case HALVE -> "Hold " + remedy.lock() + " half as long";
      case PARALLEL -> "Do the serial phases in parallel";
    };
  }
}
