package dev.uncork.spark.ui;

import dev.uncork.spark.base.Log;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** What the history server finds by {@code META-INF/services}: the tab of ended applications. */
public final class ScalingHistory implements AppHistoryServerPlugin {
  @Override
  public Seq<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
    return CollectionConverters.asScala(
            java.util.List.<SparkListener>of(new ScalingListener(store)))
        .toList();
  }

  @Override
  public void setupUI(SparkUI ui) {
    try {
      if (ui.store().store().count(ExecutorScaling.class) > 0) {
        ScalingTab.attach(ui, ui.store().applicationInfo().id());
      }
    } catch (Exception | LinkageError e) {
      Log.failed("the history server has no tab Scaling", e);
    }
  }
}
