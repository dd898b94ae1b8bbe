package dev.uncork.spark.ui;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.event.DriverUsageEvent;
import dev.uncork.spark.event.ExecutorPlacedEvent;
import dev.uncork.spark.event.ExecutorProfileEvent;
import dev.uncork.spark.event.ExecutorShuffleEvent;
import dev.uncork.spark.event.ExecutorUsageEvent;
import java.util.NoSuchElementException;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.util.kvstore.KVStore;

/** Puts the plugin's events into Spark's store, from which pages are made. */
public final class ScalingListener extends SparkListener {
  private final KVStore store;
  private boolean applicationEnded;

  public ScalingListener(KVStore store) {
    this.store = store;
  }

  @Override
  public void onOtherEvent(SparkListenerEvent event) {
    try {
      if (event instanceof ExecutorPlacedEvent placed) {
        store.write(known(placed.executorId).with(placed));
      } else if (event instanceof ExecutorUsageEvent usage) {
        store.write(known(usage.executorId).with(usage));
      } else if (event instanceof ExecutorProfileEvent profile) {
        store.write(known(profile.executorId).with(profile));
      } else if (event instanceof ExecutorShuffleEvent shuffle) {
        store.write(known(shuffle.executorId).with(shuffle));
      } else if (event instanceof DriverUsageEvent usage) {
        store.write(DriverScaling.of(usage));
      }
    } catch (Exception e) {
      Log.failed("an event is missing from the Scaling tab", e);
    }
  }

  @Override
  public void onApplicationEnd(SparkListenerApplicationEnd end) {
    applicationEnded = true;
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
    if (applicationEnded) {
      return; // All of them end.
    }
    try {
      store.write(store.read(ExecutorScaling.class, removed.executorId()).ended());
    } catch (NoSuchElementException e) {
      // It has told nothing.
    } catch (Exception e) {
      Log.failed("the Scaling tab doesn't know that an executor is gone", e);
    }
  }

  private ExecutorScaling known(String executor) throws Exception {
    try {
      return store.read(ExecutorScaling.class, executor);
    } catch (NoSuchElementException e) {
      ExecutorScaling fresh = new ExecutorScaling();
      fresh.executorId = executor;
      return fresh;
    }
  }
}
