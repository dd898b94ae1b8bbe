package dev.uncork.spark.ui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.spark.ledger.LedgerSource;
import dev.uncork.spark.ledger.LedgerView;
import org.apache.spark.util.kvstore.KVStore;

/** What the tab and its JSON show: the ledger of the application, and what executors have told. */
final class ScalingContent {
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
    ApplicationScaling scaling = ApplicationScaling.read(store);
    ObjectNode all = JSON.valueToTree(scaling);
    all.set("shuffles", JSON.valueToTree(scaling.shuffles()));
    LedgerView view = ledger.now();
    all.set("ledger", view == null ? JSON.nullNode() : JSON.readTree(view.json));
    return all;
  }
}
