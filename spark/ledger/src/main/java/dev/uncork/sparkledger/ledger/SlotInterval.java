package dev.uncork.sparkledger.ledger;

import java.util.Map;

/**
 * A part of the application's time.
 *
 * @param fromSecond since the application began
 * @param slotSeconds by row, without those that had none
 */
public record SlotInterval(double fromSecond, double toSecond, Map<SlotRow, Double> slotSeconds) {}
