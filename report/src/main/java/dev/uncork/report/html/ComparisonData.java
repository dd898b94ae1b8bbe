package dev.uncork.report.html;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Comparison.Change;
import dev.uncork.diagnosis.Comparison.LockChange;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.report.text.ComparisonText;
import dev.uncork.report.words.CautionWords;
import dev.uncork.report.words.Facts;
import java.util.List;
import java.util.Optional;

/** Two recordings side by side, as data of a page. */
final class ComparisonData {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ComparisonData() {}

  static ObjectNode of(Comparison comparison, Detail detail) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("page", "comparison");
    ArrayNode texts = root.putArray("strings");
    Strings strings = new Strings(texts, detail.textLength());
    strings.index("");
    root.put("summary", ComparisonText.summary(comparison));
    ArrayNode cautions = root.putArray("cautions");
    comparison
        .cautions()
        .forEach(
            caution ->
                cautions.add(Strings.shown(CautionWords.text(caution), 4 * detail.textLength())));
    change("throughput", comparison.throughput(), root);
    change("busyCores", comparison.busyCores(), root);
    change("blockedThreads", Optional.of(comparison.blockedThreads()), root);
    change("gcShare", Optional.of(comparison.gcShare()), root);
    change("systemShare", comparison.systemShare(), root);
    side(comparison.before(), detail, strings, root.putObject("before"));
    side(comparison.after(), detail, strings, root.putObject("after"));
    LedgerData.changes(comparison, root);
    locks(comparison.locks(), detail, strings, root);
    return root;
  }

  private static void side(Diagnosis diagnosis, Detail detail, Strings strings, ObjectNode node) {
    HtmlReport.verdict(diagnosis, Optional.empty(), detail, node.putObject("verdict"));
    node.put("recorded", Strings.shown(Facts.recorded(diagnosis), 2 * detail.textLength()));
    node.put("duration", diagnosis.recording().durationNanos() / 1e9);
    CoresData.add(diagnosis, detail, node.putObject("cores"));
    // Each CPU alone tells little about a change.
    node.withObject("/cores").remove("lanes");
    ProcessData.add(diagnosis, detail, strings, node);
  }

  private static void locks(
      List<LockChange> locks, Detail detail, Strings strings, ObjectNode root) {
    int shown = Math.min(locks.size(), detail.rows());
    ArrayNode rows = root.putArray("locks");
    for (LockChange lock : locks.subList(0, shown)) {
      ArrayNode row = rows.addArray();
      row.add(strings.index(lock.name())).add(strings.index(lock.kind().label()));
      pair(lock.blockedThreads(), row);
      pair(lock.blockedPerSecond(), row);
      pair(lock.maxAcquireNanos(), row);
    }
    root.put("locksOmitted", locks.size() - shown);
  }

  private static void pair(Change change, ArrayNode row) {
    Resample.add(row, change.before());
    Resample.add(row, change.after());
  }

  private static void change(String name, Optional<Change> change, ObjectNode root) {
    change.ifPresent(known -> pair(known, root.putArray(name)));
  }
}
