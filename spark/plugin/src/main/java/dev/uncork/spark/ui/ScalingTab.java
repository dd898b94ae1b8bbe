package dev.uncork.spark.ui;

import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.util.kvstore.KVStore;

/** The tab "Scaling" of one application's UI. */
public final class ScalingTab extends SparkUITab {
  private ScalingTab(SparkUI ui, KVStore store) {
    super(ui, "scaling");
    attachPage(new ScalingPage(this, store));
  }

  /**
   * Adds it and its JSON to a UI, with what a {@link ScalingListener} writes to the store of that
   * UI.
   *
   * @param application its ID, which a driver's store learns only some time after the start
   */
  public static void attach(SparkUI ui, String application) {
    ui.attachTab(new ScalingTab(ui, ui.store().store()));
    ScalingResource.attach(ui, application);
  }
}
