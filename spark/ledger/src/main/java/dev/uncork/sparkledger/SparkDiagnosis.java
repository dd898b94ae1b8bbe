package dev.uncork.sparkledger;

import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.price.SparkPrice;
import java.util.List;

/**
 * What an application's events say of it.
 *
 * @param verdict what is worth most, or that nothing is
 * @param others worth mentioning besides, by gain
 */
public record SparkDiagnosis(
    Application application,
    SlotLedger ledger,
    SparkPrice price,
    SparkFinding verdict,
    List<SparkFinding> others) {}
