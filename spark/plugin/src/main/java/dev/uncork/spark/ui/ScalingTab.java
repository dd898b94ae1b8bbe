package dev.uncork.spark.ui;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.ledger.LedgerSource;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;

/** The tab "Scaling" of one application's UI. */
public final class ScalingTab extends SparkUITab {
  private static final String NAME = "scaling";

  private ScalingTab(SparkUI ui, ScalingContent content) {
    super(ui, NAME);
    attachPage(new ScalingPage(this, content));
  }

  /**
   * Adds it and its JSON to a UI, with what a {@link ScalingListener} writes to the store of that
   * UI.
   *
   * @param application its ID, which a driver's store learns only some time after the start
   */
  public static void attach(SparkUI ui, String application, LedgerSource ledger) {
    ScalingContent content = new ScalingContent(ui.store().store(), ledger);
    ui.attachTab(new ScalingTab(ui, content));
    String api = ScalingResource.attach(ui, application, content);
    try {
      PlainPath.allow(ui, ui.basePath() + "/" + NAME);
      PlainPath.allow(ui, api);
    } catch (ReflectiveOperationException | RuntimeException e) {
      Log.failed("the Scaling tab answers only with a slash after its path", e);
    }
  }
}
