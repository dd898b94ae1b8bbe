package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Comparison.RowChange;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowPhase;
import dev.uncork.recording.Frame;
import dev.uncork.report.words.FindingWords;
import dev.uncork.report.words.LedgerWords;
import java.util.List;

/** Where every core-second went: over time by row, and what each row is charged to. */
final class LedgerData {
  private static final int MOST_BINS = 300;
  private static final int MOST_ROOTS = 20;
  private static final int MOST_FRAMES = 64;
  private static final int ROWS_PER_ROOT = 75;

  private LedgerData() {}

  /** Adds no rows where the recording doesn't tell. */
  static void add(Diagnosis diagnosis, Detail detail, Strings strings, ObjectNode node) {
    Ledger ledger = diagnosis.ledger().coarser(MOST_BINS);
    ArrayNode rows = node.putArray("rows");
    ArrayNode phases = node.putArray("phases");
    if (!ledger.known()) {
      return;
    }
    double seconds = diagnosis.recording().durationNanos() / 1e9;
    node.put("title", LedgerWords.title(ledger, seconds));
    node.put("coreSeconds", Resample.rounded(ledger.coreSeconds()));
    node.put("cores", Resample.rounded(ledger.coreSeconds() / seconds));
    node.put("seconds", ledger.binSeconds());
    for (Ledger.Row row : ledger.rows()) {
      int bins = drawn(row.cores().size(), ledger.binSeconds(), seconds);
      row(row, ledger, bins, detail, strings, rows.addObject());
    }
    diagnosis.ledgerPhases().forEach(phase -> phase(phase, strings, phases.addObject()));
  }

  /** How many bins are drawn: not a last one so short that what was seen in it is chance. */
  static int drawn(int bins, double binSeconds, double seconds) {
    boolean stub = bins > 1 && seconds - (bins - 1) * binSeconds < binSeconds / 2;
    return stub ? bins - 1 : bins;
  }

  private static void phase(RowPhase phase, Strings strings, ObjectNode node) {
    String root = phase.root().map(LedgerWords::root).orElse("");
    node.put("from", Resample.rounded(phase.fromSeconds()));
    node.put("to", Resample.rounded(phase.toSeconds()));
    node.put("kind", phase.row().label());
    node.put("name", strings.index(root.isEmpty() ? LedgerWords.row(phase.row()) : root));
    node.put("text", strings.index(LedgerWords.phase(phase)));
  }

  private static void row(
      Ledger.Row row, Ledger ledger, int bins, Detail detail, Strings strings, ObjectNode node) {
    node.put("kind", row.kind().label());
    node.put("name", LedgerWords.row(row.kind()));
    node.put("about", LedgerWords.about(row.kind()));
    node.put("coreSeconds", Resample.rounded(row.coreSeconds()));
    node.put("share", Resample.rounded(row.coreSeconds() / ledger.coreSeconds()));
    ArrayNode cores = node.putArray("cores");
    row.cores().subList(0, bins).forEach(value -> Resample.add(cores, value));
    int most = Math.max(3, Math.min(MOST_ROOTS, detail.rows() / ROWS_PER_ROOT));
    int shown = Math.min(most, row.roots().size());
    ArrayNode roots = node.putArray("roots");
    for (Root root : row.roots().subList(0, shown)) {
      root(root, ledger, strings, roots.addObject());
    }
    node.put("omitted", row.roots().size() - shown);
  }

  private static void root(Root root, Ledger ledger, Strings strings, ObjectNode node) {
    Finding finding = new Finding.Waiting(root, 0, 0);
    node.put("name", strings.index(LedgerWords.root(root)));
    node.put("share", Resample.rounded(root.coreSeconds() / ledger.coreSeconds()));
    node.put("text", strings.index(FindingWords.text(finding)));
    ArrayNode lines = node.putArray("lines");
    FindingWords.evidence(finding).forEach(line -> lines.add(strings.index(line)));
    ArrayNode stack = node.putArray("stack");
    List<Frame> frames = root.stack();
    for (Frame frame : frames.subList(0, Math.min(MOST_FRAMES, frames.size()))) {
      stack.add(strings.index(frame.toString()));
    }
  }

  /** Rows that differ: name, share before and after. */
  static void changes(Comparison comparison, ObjectNode to) {
    ArrayNode rows = to.putArray("ledger");
    for (RowChange row : comparison.ledgerRows()) {
      ArrayNode one = rows.addArray().add(LedgerWords.row(row.row()));
      Resample.add(one, row.share().before());
      Resample.add(one, row.share().after());
    }
  }
}
