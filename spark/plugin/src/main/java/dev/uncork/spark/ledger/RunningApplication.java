package dev.uncork.spark.ledger;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.event.DriverUsageEvent;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerLogStart;

/** The driver's own application, of which the log has a line when it has ended. */
public final class RunningApplication extends ApplicationFeed {
  private boolean over; // Of the thread of the listener bus.

  /** Says which Spark it is, which only the event log is told. */
  public void begin(String sparkVersion) {
    take(new SparkListenerLogStart(sparkVersion));
  }

  @Override
  protected void take(SparkListenerEvent event) {
    super.take(event);
    if (event instanceof SparkListenerApplicationEnd) {
      over = true;
    } else if (over && event instanceof DriverUsageEvent) {
      over = false; // Executors have said goodbye before, and the driver's watch tells this last.
      sayAll();
    }
  }

  private void sayAll() {
    try {
      LedgerView view = last();
      if (view != null) {
        Log.info(view.line);
      }
    } catch (RuntimeException | LinkageError e) {
      Log.failed("the log has no verdict on the application", e);
    }
  }
}
