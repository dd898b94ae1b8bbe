package dev.uncork.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowPhase;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.recording.Frame;
import java.util.List;

/** The ledger as JSON, in full but for rare roots. */
final class LedgerJson {
  private static final int MAX_ROOTS = 20;
  private static final int MAX_BINS = 2000;

  private LedgerJson() {}

  static void add(Diagnosis diagnosis, ObjectNode to) {
    Ledger whole = diagnosis.ledger();
    if (!whole.known()) {
      to.putNull("ledger");
      return;
    }
    Ledger ledger = whole.coarser(MAX_BINS);
    ObjectNode node = to.putObject("ledger");
    node.put("coreSeconds", JsonReport.rounded(ledger.coreSeconds()));
    node.put("binSeconds", ledger.binSeconds());
    ArrayNode rows = node.putArray("rows");
    for (Ledger.Row row : ledger.rows()) {
      row(row, ledger, rows.addObject());
    }
    ArrayNode phases = node.putArray("phases");
    for (RowPhase phase : diagnosis.ledgerPhases()) {
      phase(phase, phases.addObject());
    }
  }

  private static void row(Ledger.Row row, Ledger ledger, ObjectNode node) {
    node.put("kind", row.kind().label());
    node.put("coreSeconds", JsonReport.rounded(row.coreSeconds()));
    node.put("share", JsonReport.rounded(row.coreSeconds() / ledger.coreSeconds()));
    ArrayNode cores = node.putArray("cores");
    row.cores().forEach(value -> cores.add(JsonReport.rounded(value)));
    int shown = Math.min(MAX_ROOTS, row.roots().size());
    ArrayNode roots = node.putArray("roots");
    for (Root root : row.roots().subList(0, shown)) {
      root(root, ledger, roots.addObject());
    }
    node.put("rootsOmitted", row.roots().size() - shown);
  }

  private static void root(Root root, Ledger ledger, ObjectNode node) {
    node.put("kind", root.kind().label());
    JsonReport.text(node, "object", root.object());
    location(root.site().map(Frame::toString).orElse(""), node);
    node.put("threads", JsonReport.rounded(root.threads()));
    node.put("coreSeconds", JsonReport.rounded(root.coreSeconds()));
    node.put("share", JsonReport.rounded(root.coreSeconds() / ledger.coreSeconds()));
    ArrayNode causes = node.putArray("causes");
    for (Root.Cause cause : root.causes()) {
      ObjectNode one = causes.addObject();
      JsonReport.text(one, "thread", cause.thread());
      one.put("activity", cause.activity().label());
      location(cause.site().map(Frame::toString).orElse(""), one);
      one.put("share", JsonReport.rounded(cause.share()));
    }
    root.pool()
        .ifPresentOrElse(pool -> pool(pool, node.putObject("pool")), () -> node.putNull("pool"));
    root.library()
        .ifPresentOrElse(
            library -> library(library, node.putObject("library")), () -> node.putNull("library"));
    stack(root.stack(), node);
  }

  private static void pool(Root.PoolFacts pool, ObjectNode node) {
    node.put("class", pool.className());
    node.put("threadName", pool.threadName());
    node.put("threads", pool.threads());
    node.put("maxThreads", pool.maxThreads());
    node.put("queued", JsonReport.rounded(pool.queued()));
  }

  private static void library(LibraryWait library, ObjectNode node) {
    node.put("name", library.library());
    node.put("object", library.object());
    JsonReport.text(node, "setting", library.setting());
    JsonReport.text(node, "default", library.defaultValue());
  }

  private static void stack(List<Frame> stack, ObjectNode node) {
    JsonReport.strings(node.putArray("stack"), stack.stream().map(Frame::toString).toList());
  }

  private static void phase(RowPhase phase, ObjectNode node) {
    node.put("fromSecond", JsonReport.rounded(phase.fromSeconds()));
    node.put("toSecond", JsonReport.rounded(phase.toSeconds()));
    node.put("row", phase.row().label());
    node.put("share", JsonReport.rounded(phase.share()));
    node.put("toOthers", JsonReport.rounded(phase.toOthers()));
    JsonReport.text(node, "kind", phase.root().map(root -> root.kind().label()).orElse(""));
    JsonReport.text(node, "object", phase.root().map(Root::object).orElse(""));
    location(phase.root().flatMap(Root::site).map(Frame::toString).orElse(""), node);
  }

  private static void location(String location, ObjectNode node) {
    JsonReport.text(node, "location", location);
  }
}
