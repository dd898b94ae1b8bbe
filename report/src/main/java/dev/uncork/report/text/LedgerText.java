package dev.uncork.report.text;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RowPhase;
import dev.uncork.report.words.LedgerRows;
import dev.uncork.report.words.LedgerWords;
import java.util.List;

/** Where every core-second went: a line for each row, with a bar and what it is charged to. */
final class LedgerText {
  private static final int MAX_ROWS = 6;
  private static final int MAX_PHASES = 4;

  private final int width;
  private final Style style;

  LedgerText(int width, Style style) {
    this.width = width;
    this.style = style;
  }

  /** Adds nothing where the recording doesn't tell. */
  void add(Diagnosis diagnosis, List<String> lines) {
    Ledger ledger = diagnosis.ledger();
    if (!ledger.known()) {
      return;
    }
    lines.add("");
    lines.add(style.bold(LedgerWords.title(ledger, diagnosis.recording().durationNanos() / 1e9)));
    LedgerRows.of(ledger, MAX_ROWS).forEach(row -> lines.add(row(row)));
    List<RowPhase> phases = diagnosis.ledgerPhases();
    for (RowPhase phase : phases.subList(0, Math.min(MAX_PHASES, phases.size()))) {
      lines.add("  " + Wrap.middle(LedgerWords.phase(phase), width - 2));
    }
    if (phases.size() > MAX_PHASES) {
      lines.add("  and " + (phases.size() - MAX_PHASES) + " more phases");
    }
  }

  private String row(LedgerRows.Line row) {
    return new LedgerLine(width, style).of(row.label(), row.tone(), row.share(), row::parts);
  }
}
