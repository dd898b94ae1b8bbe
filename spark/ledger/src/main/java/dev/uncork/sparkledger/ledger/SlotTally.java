package dev.uncork.sparkledger.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums slot-milliseconds by row and root, and by part of the time. Single-threaded. */
final class SlotTally {
  private static final int MOST_INTERVALS = 200;
  private static final SlotRow[] ROWS = SlotRow.values();

  private final long startMillis;
  private final long millis;
  private final int intervals;
  private final double[][] overTime;
  private final Map<SlotRoot, double[]> byRoot = new HashMap<>();
  private final Map<SlotRoot, Map<SlotRow, List<Double>>> driverTimes = new HashMap<>();

  SlotTally(long startMillis, long millis) {
    this.startMillis = startMillis;
    this.millis = Math.max(1, millis);
    intervals = (int) Math.max(1, Math.min(MOST_INTERVALS, millis));
    overTime = new double[intervals][ROWS.length];
  }

  /** Charges slots from one point in time to another. */
  void add(SlotRow row, SlotRoot root, double slots, long from, long to) {
    if (slots <= 0 || to <= from) {
      return;
    }
    double[] sums = byRoot.computeIfAbsent(root, key -> new double[ROWS.length]);
    sums[row.ordinal()] += slots * (to - from);
    if (root instanceof SlotRoot.OfDriver) {
      driverTimes
          .computeIfAbsent(root, key -> new EnumMap<>(SlotRow.class))
          .computeIfAbsent(row, key -> new ArrayList<>())
          .add(slots * (to - from));
    }
    double begin = position(from);
    double finish = position(to);
    int first = (int) Math.min(intervals - 1L, (long) begin);
    int last = (int) Math.min(intervals - 1L, (long) finish);
    double each = (double) millis / intervals;
    for (int i = first; i <= last; i++) {
      double part = Math.min(finish, i + 1) - Math.max(begin, i);
      overTime[i][row.ordinal()] += slots * Math.max(0, part) * each;
    }
  }

  /** Seconds by the median of its times: what is done for the first time isn't in that. */
  private double repeated(SlotRoot root, SlotRow row) {
    List<Double> times = driverTimes.getOrDefault(root, Map.of()).getOrDefault(row, List.of());
    if (times.size() < 2) {
      return 0;
    }
    double median = times.stream().sorted().skip((times.size() - 1) / 2).findFirst().orElseThrow();
    double all = times.stream().mapToDouble(Double::doubleValue).sum();
    return Math.min(all, times.size() * median) / 1000;
  }

  private double position(long at) {
    return Math.max(0, Math.min(intervals, (double) (at - startMillis) * intervals / millis));
  }

  Map<SlotRow, Double> rows() {
    double[] sums = new double[ROWS.length];
    byRoot.values().forEach(root -> addTo(sums, root));
    return seconds(sums);
  }

  Map<SlotRow, Double> of(SlotRoot root) {
    return seconds(byRoot.getOrDefault(root, new double[ROWS.length]));
  }

  List<SlotCharge> charges() {
    List<SlotCharge> charges = new ArrayList<>();
    byRoot.forEach(
        (root, sums) ->
            seconds(sums)
                .forEach(
                    (row, seconds) ->
                        charges.add(new SlotCharge(row, root, seconds, repeated(root, row)))));
    charges.sort(Comparator.comparingDouble(SlotCharge::slotSeconds).reversed());
    return charges;
  }

  List<SlotInterval> intervals() {
    List<SlotInterval> result = new ArrayList<>();
    double each = millis / 1000.0 / intervals;
    for (int i = 0; i < intervals; i++) {
      result.add(new SlotInterval(i * each, (i + 1) * each, seconds(overTime[i])));
    }
    return result;
  }

  static void addTo(double[] sums, double[] others) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += others[i];
    }
  }

  static Map<SlotRow, Double> seconds(double[] millis) {
    Map<SlotRow, Double> result = new EnumMap<>(SlotRow.class);
    for (SlotRow row : ROWS) {
      if (millis[row.ordinal()] > 0) {
        result.put(row, millis[row.ordinal()] / 1000);
      }
    }
    return result;
  }
}
