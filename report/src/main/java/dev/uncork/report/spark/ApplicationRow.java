package dev.uncork.report.spark;

import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.file.ReadLog;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.price.TimeGain;
import java.util.Comparator;
import java.util.List;

/**
 * What a table of many applications says of one.
 *
 * @param wastedSlotSeconds in which no task got ahead, without Spark's start
 */
public record ApplicationRow(
    String name,
    String id,
    double seconds,
    Slots slots,
    double wastedSlotSeconds,
    SparkKind verdict,
    TimeGain gain,
    Source source) {

  /**
   * Where it was read.
   *
   * @param notes on its event log, where that isn't as it should be
   */
  public record Source(String log, List<String> notes) {}

  /**
   * What it had.
   *
   * @param most at a time
   * @param seconds of all slots together
   */
  public record Slots(int most, double seconds) {}

  /** The row of an application. */
  public static ApplicationRow of(SparkDiagnosis diagnosis, ReadLog log) {
    Application application = diagnosis.application();
    SlotLedger ledger = diagnosis.ledger();
    double wasted =
        ledger.rows().entrySet().stream()
            .filter(row -> row.getKey().side() != SlotRow.Side.WORK)
            .filter(row -> !SparkFindingWords.natural(row.getKey()))
            .mapToDouble(row -> row.getValue())
            .sum();
    Application.Identity identity = application.identity();
    return new ApplicationRow(
        identity.name(),
        identity.id() + identity.attempt().map(attempt -> "_" + attempt).orElse(""),
        application.span().millis() / 1e3,
        new Slots(ledger.slots(), ledger.slotSeconds()),
        wasted,
        diagnosis.verdict().kind(),
        diagnosis.verdict().gain(),
        new Source(log.files().path().toString(), EventLogWords.notes(log)));
  }

  /** Those that waste most slot-hours first. */
  static List<ApplicationRow> worstFirst(List<ApplicationRow> rows) {
    return rows.stream()
        .sorted(Comparator.comparingDouble(ApplicationRow::wastedSlotSeconds).reversed())
        .toList();
  }

  /** Of its slots' time, 0 to 1. */
  double wastedShare() {
    return slots.seconds > 0 ? Math.min(1, wastedSlotSeconds / slots.seconds) : 0;
  }
}
