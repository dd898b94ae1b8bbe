package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Job;
import java.util.Map;

/** A job with what its stages were charged with. */
public record JobUse(Job job, Map<SlotRow, Double> slotSeconds, double lostSlotSeconds) {}
