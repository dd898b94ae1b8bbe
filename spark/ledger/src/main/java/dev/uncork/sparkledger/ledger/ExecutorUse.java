package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Executor;
import java.util.Map;

/**
 * An executor against its slots.
 *
 * @param tasks attempts that ran on it
 * @param busyShare of its slots' time in which they held a task
 * @param slotSeconds of its tasks, by row
 */
public record ExecutorUse(
    Executor executor, int tasks, double busyShare, Map<SlotRow, Double> slotSeconds) {}
