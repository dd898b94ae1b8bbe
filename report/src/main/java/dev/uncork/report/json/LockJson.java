package dev.uncork.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.LockRow;
import dev.uncork.diagnosis.LockSite;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockClassUse;
import dev.uncork.recording.LockUse;
import dev.uncork.report.words.FindingWords;
import java.util.List;

/** The locks in JSON: one row per lock up to a number, totals per class beside, and the bound. */
final class LockJson {
  /** Rows beyond this are left out; {@code lockClasses} still counts them. */
  static final int MAX_ROWS = 10_000;

  private static final int MAX_SITES = 10;

  private final ObjectNode root;

  LockJson(ObjectNode root) {
    this.root = root;
  }

  void add(Diagnosis diagnosis) {
    List<LockRow> rows = diagnosis.locks();
    ArrayNode locks = root.putArray("locks");
    for (LockRow row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
      row(row, locks.addObject());
    }
    root.put("locksOmitted", Math.max(0, rows.size() - MAX_ROWS));
    ArrayNode classes = root.putArray("lockClasses");
    for (LockClassUse use : diagnosis.recording().lockClasses()) {
      ObjectNode node = classes.addObject();
      node.put("lockClass", use.lockClass());
      kind(use.kind(), node);
      node.put("instances", use.instances());
      node.put("blocked", use.blocked());
      node.put("totalAcquireNanos", use.totalAcquireNanos());
      node.put("maxAcquireNanos", use.maxAcquireNanos());
      node.put("waits", use.waits());
      node.put("waitedNanos", use.waitedNanos());
    }
    diagnosis
        .topLockGain()
        .ifPresentOrElse(
            gain ->
                root.putObject("topLockGain")
                    .put("atMostShare", gain.atMostShare())
                    .put("fromIdleCoresShare", gain.fromIdleCoresShare())
                    .put("fromSwitchingShare", gain.fromSwitchingShare())
                    .put("assumption", FindingWords.assumption(gain)),
            () -> root.putNull("topLockGain"));
  }

  private static void row(LockRow row, ObjectNode node) {
    LockUse use = row.use();
    node.put("name", row.name());
    node.put("lockClass", use.id().lockClass());
    kind(use.id().kind(), node);
    node.put("instance", use.id().instance());
    JsonReport.text(node, "site", row.site().map(site -> site.frame().toString()).orElse(""));
    JsonReport.text(
        node,
        "holder",
        row.holder()
            .map(holder -> holder.thread() + holder.frame().map(frame -> " in " + frame).orElse(""))
            .orElse(""));
    node.put("blocked", use.blocked());
    node.put("totalAcquireNanos", use.totalAcquireNanos());
    node.put("maxAcquireNanos", use.maxAcquireNanos());
    node.put("longBlocked", use.longBlocked());
    node.put("waits", use.waits());
    node.put("waitedNanos", use.waitedNanos());
    ArrayNode sites = node.putArray("sites");
    for (LockSite site : row.sites().subList(0, Math.min(MAX_SITES, row.sites().size()))) {
      ObjectNode entry = sites.addObject();
      entry.put("site", site.frame().toString());
      entry.put("blocked", site.blocked());
      entry.put("acquireNanos", site.acquireNanos());
      stack(site.stack(), entry);
    }
    node.put("sitesOmitted", Math.max(0, row.sites().size() - MAX_SITES));
    ArrayNode holders = node.putArray("holders");
    for (LockRow.Holder holder :
        row.holders().subList(0, Math.min(MAX_SITES, row.holders().size()))) {
      ObjectNode entry = holders.addObject();
      entry.put("thread", holder.thread());
      JsonReport.text(entry, "frame", holder.frame().map(Frame::toString).orElse(""));
      entry.put("samples", holder.samples());
      entry.put("writing", holder.writing());
      stack(holder.stack(), entry);
    }
  }

  private static void kind(LockKind kind, ObjectNode node) {
    node.put("kind", kind == LockKind.MONITOR ? "monitor" : "juc");
    node.put("mode", kind == LockKind.JUC_SHARED ? "shared" : "exclusive");
  }

  private static void stack(List<Frame> frames, ObjectNode node) {
    JsonReport.strings(node.putArray("stack"), frames.stream().map(Frame::toString).toList());
  }
}
