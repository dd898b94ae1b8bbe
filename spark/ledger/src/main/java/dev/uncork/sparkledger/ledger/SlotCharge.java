package dev.uncork.sparkledger.ledger;

/**
 * Slot-seconds in one row that have one root.
 *
 * @param repeated of these, what the driver takes each time: the median, so many times as it came;
 *     0 where it came once
 */
public record SlotCharge(SlotRow row, SlotRoot root, double slotSeconds, double repeated) {}
