package dev.uncork.sparkledger.ledger;

import java.util.List;
import java.util.Map;

/**
 * Where the slot-seconds went.
 *
 * @param slots the most that were there or wanted at a time
 * @param slotSeconds all of them: the rows add up to it
 * @param rows slot-seconds by row, without those that had none
 * @param charges rows by root, the largest first
 * @param intervals the application's time in at most 200 parts
 * @param stages by lost slot-seconds, the most first
 * @param executors in the order in which they came
 * @param jobs by lost slot-seconds, the most first
 */
public record SlotLedger(
    int slots,
    double slotSeconds,
    Map<SlotRow, Double> rows,
    List<SlotCharge> charges,
    List<SlotInterval> intervals,
    List<StageUse> stages,
    List<ExecutorUse> executors,
    List<JobUse> jobs) {

  public double seconds(SlotRow row) {
    return rows.getOrDefault(row, 0.0);
  }

  /** Of all slot-seconds, 0 to 1. */
  public double share(SlotRow row) {
    return slotSeconds > 0 ? seconds(row) / slotSeconds : 0;
  }
}
