package dev.uncork.sparkledger;

import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.RecordedTasks;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotLedgerBuilder;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.price.SparkPrice;
import dev.uncork.sparkledger.price.SparkPricing;
import dev.uncork.sparkledger.rule.SparkVerdicts;
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
    List<SparkFinding> others) {

  /** Diagnoses an application; a million tasks take seconds. */
  public static SparkDiagnosis of(Application application) {
    RecordedTasks recorded = RecordedTasks.of(application);
    SlotLedger ledger = SlotLedgerBuilder.build(recorded);
    SparkPricing pricing = new SparkPricing(recorded, ledger);
    SparkPrice price = pricing.price();
    List<SparkFinding> found = SparkVerdicts.of(recorded, ledger, pricing, price);
    return new SparkDiagnosis(
        application, ledger, price, found.get(0), List.copyOf(found.subList(1, found.size())));
  }
}
