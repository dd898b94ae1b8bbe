package dev.uncork.spark.ui;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.ledger.ApplicationFeed;
import dev.uncork.spark.ledger.LedgerView;
import dev.uncork.spark.ledger.StoredLedger;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.util.kvstore.KVStore;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/** What the history server finds by {@code META-INF/services}: the tab of ended applications. */
public final class ScalingHistory implements AppHistoryServerPlugin {
  @Override
  public Seq<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
    ApplicationFeed feed = new ApplicationFeed();
    store.onFlush(
        () -> {
          write(feed, store);
          return BoxedUnit.UNIT;
        });
    return CollectionConverters.asScala(
            java.util.List.<SparkListener>of(new ScalingListener(store), feed))
        .toList();
  }

  /** When all events have been replayed. */
  private static void write(ApplicationFeed feed, ElementTrackingStore store) {
    try {
      LedgerView view = feed.now();
      if (view != null) {
        store.write(view);
      }
    } catch (Exception | LinkageError e) {
      Log.failed("the Scaling tab doesn't show where an application's time went", e);
    }
  }

  @Override
  public void setupUI(SparkUI ui) {
    try {
      KVStore store = ui.store().store();
      if (store.count(ExecutorScaling.class) > 0 || store.count(LedgerView.class) > 0) {
        ScalingTab.attach(ui, ui.store().applicationInfo().id(), new StoredLedger(store));
      }
    } catch (Exception | LinkageError e) {
      Log.failed("the history server has no Scaling tab", e);
    }
  }
}
