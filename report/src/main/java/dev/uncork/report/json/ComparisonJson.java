package dev.uncork.report.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Comparison.Change;
import dev.uncork.diagnosis.Comparison.LockChange;
import dev.uncork.diagnosis.Comparison.RowChange;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.report.text.ComparisonText;
import dev.uncork.report.words.CautionWords;
import dev.uncork.report.words.FindingWords;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** A comparison of two recordings as JSON; {@code docs/json.md} is its manual. */
public final class ComparisonJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ComparisonJson() {}

  /** Writes it in UTF-8; leaves the stream open. */
  public static void write(Comparison comparison, OutputStream to) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", JsonReport.SCHEMA_VERSION);
    root.put("summary", ComparisonText.summary(comparison));
    change("operationsPerSecond", comparison.throughput(), root);
    change("busyCores", comparison.busyCores(), root);
    change("blockedThreads", Optional.of(comparison.blockedThreads()), root);
    change("gcPauseShare", Optional.of(comparison.gcShare()), root);
    change("systemShare", comparison.systemShare(), root);
    side(comparison.before(), root.putObject("before"));
    side(comparison.after(), root.putObject("after"));
    ArrayNode rows = root.putArray("ledger");
    for (RowChange row : comparison.ledgerRows()) {
      change("share", Optional.of(row.share()), rows.addObject().put("row", row.row().label()));
    }
    List<LockChange> locks = comparison.locks();
    int shown = Math.min(LockJson.MAX_ROWS, locks.size());
    ArrayNode array = root.putArray("locks");
    for (LockChange lock : locks.subList(0, shown)) {
      ObjectNode node = array.addObject();
      node.put("name", lock.name());
      node.put("kind", lock.kind().label());
      change("blockedThreads", Optional.of(lock.blockedThreads()), node);
      change("blockedPerSecond", Optional.of(lock.blockedPerSecond()), node);
      change("maxAcquireNanos", Optional.of(lock.maxAcquireNanos()), node);
    }
    root.put("locksOmitted", locks.size() - shown);
    JsonReport.strings(
        root.putArray("cautions"), comparison.cautions().stream().map(CautionWords::text).toList());
    to.write(MAPPER.writeValueAsBytes(root));
    to.write('\n');
  }

  private static void side(Diagnosis diagnosis, ObjectNode node) {
    node.put("verdict", FindingWords.verdict(diagnosis.verdict()));
    node.put("verdictKind", diagnosis.verdict().kind().label());
    node.put("durationNanos", diagnosis.recording().durationNanos());
    JsonReport.text(node, "command", diagnosis.recording().collector().command());
  }

  private static void change(String name, Optional<Change> change, ObjectNode root) {
    if (change.isEmpty()) {
      root.putNull(name);
      return;
    }
    ObjectNode node = root.putObject(name);
    node.put("before", change.get().before());
    node.put("after", change.get().after());
    node.put("changeShare", change.get().share().orElse(null));
  }
}
