package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Stage;
import java.util.Map;

/**
 * A stage against its slots.
 *
 * @param tasks attempts that succeeded
 * @param medianMillis of those
 * @param longestMillis of those
 * @param rows records that they read, from files, caches and shuffles
 * @param lostSlotSeconds that it was charged with in all rows but work
 */
public record StageUse(
    Stage stage,
    int tasks,
    long medianMillis,
    long longestMillis,
    long rows,
    Map<SlotRow, Double> slotSeconds,
    double lostSlotSeconds) {}
