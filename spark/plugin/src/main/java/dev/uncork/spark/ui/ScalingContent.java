package dev.uncork.spark.ui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.spark.ledger.LedgerSource;
import dev.uncork.spark.ledger.LedgerView;
import org.apache.spark.util.kvstore.KVStore;
import org.jspecify.annotations.Nullable;

/** What the tab and its JSON show: the ledger of the application, and what executors have told. */
final class ScalingContent {
  static final String LEDGER = "ledger";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final KVStore store;
  private final LedgerSource ledger;

  ScalingContent(KVStore store, LedgerSource ledger) {
    this.store = store;
    this.ledger = ledger;
  }

  /** The tab's content. */
  String html() throws Exception {
    LedgerView view = ledger.now();
    return new ScalingHtml(ApplicationScaling.read(store), view == null ? "" : view.html).html();
  }

  /**
   * All of it as JSON: what executors told, and as {@code ledger} the application as {@code uncork
   * report --json} writes it; null before any task has run.
   */
  JsonNode json() throws Exception {
    ObjectNode all = told();
    all.set(LEDGER, ledger());
    return all;
  }

  /** A part of it; null where there is none of that name. */
  @Nullable JsonNode json(String part) throws Exception {
    return part.equals(LEDGER) ? ledger() : told().get(part);
  }

  private ObjectNode told() throws Exception {
    ApplicationScaling scaling = ApplicationScaling.read(store);
    ObjectNode told = JSON.valueToTree(scaling);
    told.set("shuffles", JSON.valueToTree(scaling.shuffles()));
    return told;
  }

  private JsonNode ledger() throws Exception {
    LedgerView view = ledger.now();
    return view == null ? JSON.nullNode() : JSON.readTree(view.json);
  }
}
