package dev.uncork.spark.ledger;

import dev.uncork.report.spark.SparkHtml;
import dev.uncork.report.spark.SparkJson;
import dev.uncork.report.spark.SparkLogWords;
import dev.uncork.spark.base.Log;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.log.ApplicationEvents;
import dev.uncork.sparkledger.model.Application;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.util.JsonProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Takes an application's events and says what they mean: in the driver while it runs, in the
 * history server when they are replayed. They go through the reader of event logs, so that all
 * reports of an application agree.
 *
 * <p>A queue of the listener bus of its own calls it, so that nobody else waits; pages ask on
 * threads of the web server. Beyond a number of tasks these are only counted.
 */
public class ApplicationFeed extends EveryEvent implements LedgerSource {
  private static final long MOST_TASKS = 500_000;
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int MOST_FAILURES = 20;

  private final ApplicationEvents events = new ApplicationEvents(MOST_TASKS);
  private int failures;
  private @Nullable LedgerView view;
  private long viewNanos;
  private boolean changed = true;

  @Override
  protected void take(SparkListenerEvent event) {
    try {
      synchronized (this) {
        if (failures < MOST_FAILURES) {
          events.accept(JsonProtocol.sparkEventToJsonString(event));
          changed = true;
        }
      }
    } catch (Exception | LinkageError e) {
      failed(e);
    }
  }

  private synchronized void failed(Throwable e) {
    failures++;
    if (failures == 1) {
      Log.failed("an event is missing from the Scaling tab's page of the application", e);
    } else if (failures == MOST_FAILURES) {
      Log.failed("the Scaling tab no longer updates: the application's events can't be read", e);
    }
  }

  @Override
  public synchronized @Nullable LedgerView now() {
    boolean fresh = view != null && System.nanoTime() - viewNanos < FRESH_NANOS;
    if (changed && !fresh) {
      Application application = events.application();
      view = application.stages().isEmpty() ? null : view(SparkDiagnosis.of(application));
      viewNanos = System.nanoTime();
      changed = false;
    }
    return view;
  }

  /** What is known at the end. */
  public synchronized @Nullable LedgerView last() {
    viewNanos = System.nanoTime() - FRESH_NANOS;
    return now();
  }

  private static LedgerView view(SparkDiagnosis diagnosis) {
    LedgerView view = new LedgerView();
    view.line = SparkLogWords.line(diagnosis);
    view.html = SparkHtml.of(diagnosis, true);
    view.json = SparkJson.text(diagnosis);
    return view;
  }
}
