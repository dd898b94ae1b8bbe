package dev.uncork.sparkledger.ledger;

/** Slot-seconds in one row that have one root. */
public record SlotCharge(SlotRow row, SlotRoot root, double slotSeconds) {}
